import attr
import anthropic

@attr.s(auto_attribs=True)
class Assistant:
    text: str = ""
    calls: list = attr.ib(factory=list)

    def wire(self):
        content = []
        if self.text:
            content.append(dict(type="text", text=self.text))
        for c in self.calls:
            content.append(dict(type="tool_use", id=c.id, name=c.name, input=c.input))
        return dict(role="assistant", content=content)  # expect: TLP102

client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[m.wire() for m in history], tools=tools)
        turn = Assistant()
        for b in resp.content:
            if b.type == "text":
                turn.text += b.text
            if b.type == "tool_use":
                turn.calls.append(b)
        history.append(turn)
        if not turn.calls:
            return turn.text
        history.append(Results([(c.id, run(c)) for c in turn.calls]))
