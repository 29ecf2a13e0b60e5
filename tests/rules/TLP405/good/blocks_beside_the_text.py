"""The text is for the search; the blocks are saved beside it."""
import json
import pathlib

import anthropic

client = anthropic.Anthropic()
STORE = pathlib.Path("session.json")


def save(messages):
    rows = [
        {
            "role": m["role"],
            "content": m["content"]
            if isinstance(m["content"], str)
            else "".join(b["text"] for b in m["content"] if b["type"] == "text"),
            "blocks": m["content"],
        }
        for m in messages
    ]
    STORE.write_text(json.dumps(rows))


def resume(tools, run):
    messages = [{"role": r["role"], "content": r["blocks"]} for r in json.loads(STORE.read_text())]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(messages)
