import anthropic

from .toolbox import offered


class Agent:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.history = []

    def work(self, run):
        while True:
            reply = self.client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.history, tools=offered()
            )
            self.history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                return reply
            self.history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
