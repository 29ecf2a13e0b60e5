"""The cycle at hand has a list of its own."""
import anthropic

client = anthropic.Anthropic()


class Desk:
    def __init__(self, tools, run):
        self.tools, self.run = tools, run
        self.past = []

    def ask(self, question):
        past = [
            {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
            for m in self.past
        ]
        now = [{"role": "user", "content": question}]
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=8000, messages=past + now, tools=self.tools
            )
            now.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                self.past = past + now
                return reply
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": self.run(c)} for c in calls]
            now.append({"role": "user", "content": results})
