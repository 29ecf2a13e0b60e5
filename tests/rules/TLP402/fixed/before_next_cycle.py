"""The tail is cut when the question is already there: the first message kept may be results."""
import anthropic


class Bot:
    LIMIT = 30

    def __init__(self, tools, call):
        self.client = anthropic.Anthropic()
        self.tools, self.call = tools, call
        self.history = []

    def trim(self):
        if len(self.history) > self.LIMIT:
            start = max(len(self.history) - self.LIMIT, 0)
            while start > 0 and (
                self.history[start]["role"] != "user"
                or not isinstance(self.history[start]["content"], str)
            ):
                start -= 1
            self.history = self.history[start:]

    def ask(self, question):
        self.history.append({"role": "user", "content": question})
        self.trim()
        reply = self.next()
        while reply.stop_reason == "tool_use":
            results = [
                {"type": "tool_result", "tool_use_id": b.id, "content": self.call(b.name, b.input)}
                for b in reply.content
                if b.type == "tool_use"
            ]
            self.history.append({"role": "user", "content": results})
            reply = self.next()
        return "".join(b.text for b in reply.content if b.type == "text")

    def next(self):
        reply = self.client.messages.create(
            model="claude-sonnet-4-5", max_tokens=2048, messages=self.history, tools=self.tools
        )
        self.history.append({"role": "assistant", "content": reply.content})
        return reply
