"""The response stays on the object, where another method may find it."""

import anthropic


class Desk:
    def __init__(self, messages, tools):
        self.client = anthropic.Anthropic()
        self.messages, self.tools = messages, tools
        self.last = None

    def request(self):
        if self.last is not None:
            self.flush()
        self.last = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=self.tools
        )
        return self.last

    def flush(self):
        results = self.messages.pop()
        self.messages.extend([{"role": "assistant", "content": self.last.content}, results])

    def run(self, execute):
        reply = self.request()
        while reply.stop_reason == "tool_use":
            results = [
                {"type": "tool_result", "tool_use_id": b.id, "content": execute(b)}
                for b in reply.content
                if b.type == "tool_use"
            ]
            self.messages.append({"role": "user", "content": results})
            reply = self.request()
        return reply
