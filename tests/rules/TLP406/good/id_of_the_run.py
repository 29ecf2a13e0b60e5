import uuid

import anthropic


class Run:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.run_id = uuid.uuid4()
        self.messages = []

    def go(self, answer):
        while True:
            reply = self.client.messages.create(
                model="claude-opus-5-5",
                max_tokens=4096,
                system=f"Run {self.run_id}.",
                messages=self.messages,
                tools=self.tools,
            )
            self.messages.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                return reply
            self.messages.append({"role": "user", "content": results})
