from anthropic import Anthropic


class Page:
    """``shown`` is what the browser gets, ``wire`` what the API gets."""

    def __init__(self):
        self.client = Anthropic()
        self.shown = []
        self.wire = []

    def submit(self, text, tools, use):
        self.shown.append({"role": "user", "content": text})
        self.wire.append({"role": "user", "content": text})
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=1000, messages=self.wire, tools=tools
            )
            self.wire.append({"role": "assistant", "content": m.content})
            said = "".join(b.text for b in m.content if b.type == "text")
            if said:
                self.shown.append({"role": "assistant", "content": said})
            outs = [use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                return self.shown
            self.wire.append({"role": "user", "content": outs})
