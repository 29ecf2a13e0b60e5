from anthropic import Anthropic

MAX = 2000


class Shortener:
    def __init__(self, tools):
        self.client = Anthropic()
        self.tools = tools
        self.history = []

    def shorten(self):
        """Old outputs cost too much; blocks and ids stay."""
        for message in self.history[:-2]:
            if message["role"] != "user" or isinstance(message["content"], str):
                continue
            for block in message["content"]:
                if block["type"] == "tool_result" and isinstance(block["content"], str):
                    block["content"] = block["content"][:MAX]

    def step(self, perform):
        self.shorten()
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.history, tools=self.tools
        )
        self.history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        results = [perform(b) for b in reply.content if b.type == "tool_use"]
        if results:
            self.history.append({"role": "user", "content": results})
        return bool(results)
