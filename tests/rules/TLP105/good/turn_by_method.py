"""The turn goes in by a method of the class, in the function that makes the request."""

import anthropic


class Agent:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.history = []
        self.tools, self.run = tools, run

    def step(self):
        response = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=self.history, tools=self.tools
        )
        self.remember("assistant", response.content)
        return response

    def remember(self, role, content):
        self.history.append({"role": role, "content": content})

    def loop(self):
        while True:
            response = self.step()
            calls = [b for b in response.content if b.type == "tool_use"]
            if not calls:
                return response
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": self.run(c.name, c.input)} for c in calls]
            self.remember("user", results)
