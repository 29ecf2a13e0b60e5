"""What SQLite gets is a history without its calls; the next start reads it from there."""
import json
import sqlite3

import anthropic

client = anthropic.Anthropic()


def save(db: sqlite3.Connection, sid, messages):
    slim = []
    for m in messages:
        if isinstance(m.get("content"), list):
            parts = []
            for b in m["content"]:
                if b.get("type") == "text":
                    parts.append(b)
            if parts:
                slim.append({**m, "content": parts})  # expect: TLP405
        else:
            slim.append(m)
    db.execute("INSERT OR REPLACE INTO sessions (id, messages) VALUES (?, ?)", (sid, json.dumps(slim)))
    db.commit()


def load(db: sqlite3.Connection, sid):
    row = db.execute("SELECT messages FROM sessions WHERE id = ?", (sid,)).fetchone()
    return json.loads(row[0]) if row else []


def chat(db, sid, question, tools, run):
    messages = load(db, sid)
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(db, sid, messages)
