"""The row has the words for the search, and the blocks to go on with."""
import json
import sqlite3

import anthropic

client = anthropic.Anthropic()


class Memory:
    def __init__(self, path):
        self.db = sqlite3.connect(path)

    def add(self, role, content, blocks=None):
        self.db.execute("INSERT INTO turns (role, content, blocks) VALUES (?, ?, ?)", (role, content, json.dumps(blocks or content)))
        self.db.commit()

    def all(self):
        rows = self.db.execute("SELECT role, blocks FROM turns ORDER BY id").fetchall()
        return [{"role": role, "content": json.loads(blocks)} for role, blocks in rows]


def go_on(memory: Memory, question, tools, run):
    messages = memory.all()
    messages.append({"role": "user", "content": question})
    memory.add("user", question)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        said = "".join(b.text for b in reply.content if b.type == "text")
        memory.add("assistant", said, [b.to_dict() for b in reply.content])
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
