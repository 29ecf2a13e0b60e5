"""Words, calls and results have rows of their own, of which the messages are made again."""
import json
import sqlite3

import anthropic
from rows import rebuilt

client = anthropic.Anthropic()


class Memory:
    def __init__(self, path):
        self.db = sqlite3.connect(path)

    def add(self, role, content):
        self.db.execute("INSERT INTO turns (role, content) VALUES (?, ?)", (role, content))
        self.db.commit()

    def all(self):
        rows = self.db.execute("SELECT role, content FROM turns ORDER BY id").fetchall()
        return rebuilt(rows)


def go_on(memory: Memory, question, tools, run):
    messages = memory.all()
    messages.append({"role": "user", "content": question})
    memory.add("user", question)
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        memory.add("assistant", "".join(b.text for b in reply.content if b.type == "text"))
        for block in reply.content:
            if block.type == "tool_use":
                memory.add("call", json.dumps({"id": block.id, "name": block.name, "input": block.input}))
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
