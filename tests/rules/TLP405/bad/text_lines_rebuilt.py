"""Each line of the file is a message whose blocks became one string; messages are made of the lines again."""
import json
from pathlib import Path

import anthropic

client = anthropic.Anthropic()


class Log:
    def __init__(self, folder: Path):
        self.folder = folder

    def file(self, name):
        return self.folder / f"{name}.jsonl"

    def write(self, name, messages):
        with self.file(name).open("w") as out:
            for m in messages:
                body = m["content"] if isinstance(m["content"], str) else str(m["content"])
                out.write(json.dumps({"role": m["role"], "content": body}) + "\n")  # expect: TLP405

    def read(self, name):
        messages = []
        for line in self.file(name).read_text().splitlines():
            row = json.loads(line)
            messages.append({"role": row["role"], "content": row["content"]})
        return messages


def go_on(log: Log, name, question, tools, run):
    messages = log.read(name)
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        log.write(name, messages)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
