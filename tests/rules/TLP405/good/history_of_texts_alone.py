"""What is kept between the questions never had calls: each question has messages of its own."""
import json
import pathlib

import anthropic

client = anthropic.Anthropic()
STORE = pathlib.Path("talk.json")


class Talk:
    def __init__(self):
        self.lines = json.loads(STORE.read_text()) if STORE.exists() else []

    def save(self):
        rows = [{"role": m["role"], "content": str(m["content"])} for m in self.lines]
        STORE.write_text(json.dumps(rows))

    def ask(self, question, tools, run):
        self.lines.append({"role": "user", "content": question})
        messages = list(self.lines)
        while True:
            reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                break
            messages.append({"role": "assistant", "content": reply.content})
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
            messages.append({"role": "user", "content": results})
        self.lines.append({"role": "assistant", "content": "".join(b.text for b in reply.content if b.type == "text")})
        self.save()
        return reply
