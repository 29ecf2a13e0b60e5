import anthropic


def panel(blocks):
    texts = [b.thinking for b in blocks if b.type == "thinking"]
    return "\n\n".join(filter(None, texts)) or "(thinking hidden)"


class Desk:
    def __init__(self, window):
        self.window = window
        self.client = anthropic.Anthropic()
        self.said = []

    def work(self, tools, use):
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-7", max_tokens=2000, messages=self.said, tools=tools
            )
            self.window.set_thoughts(panel(m.content))
            self.said.append({"role": "assistant", "content": m.content})
            outs = [use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                return m
            self.said.append({"role": "user", "content": outs})
