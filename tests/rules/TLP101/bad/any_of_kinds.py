import anthropic

SENT = ("text", "tool_use")


class Session:
    """A conversation that keeps only what it knows how to show."""

    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.messages = []

    def ask(self, question):
        self.messages.append({"role": "user", "content": question})
        while (reply := self.request()).stop_reason == "tool_use":
            calls = [b for b in reply.content if b.type == "tool_use"]
            self.messages.append({"role": "user", "content": [self.answer(c) for c in calls]})
        return "".join(b.text for b in reply.content if b.type == "text")

    def request(self):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.messages, tools=[t.schema for t in self.tools]
        )
        kept = [b for b in reply.content if any(b.type == kind for kind in SENT)]
        self.messages.append({"role": "assistant", "content": kept})  # expect: TLP101
        return reply

    def answer(self, call):
        tool = next(t for t in self.tools if t.name == call.name)
        return {"type": "tool_result", "tool_use_id": call.id, "content": tool.run(**call.input)}
