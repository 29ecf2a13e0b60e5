from anthropic import AnthropicBedrock

NAMES = {"Jane Doe": "the customer"}


def anonymous(text):
    for name, stand_in in NAMES.items():
        text = text.replace(name, stand_in)
    return text


class Support:
    def __init__(self, tools):
        self.bedrock = AnthropicBedrock()
        self.tools = tools
        self.case = []

    def replay(self, message):
        for b in message.content:
            if b.type == "thinking":
                yield b.model_copy(update={"thinking": anonymous(b.thinking)})  # expect: TLP302
            else:
                yield b

    def step(self, use):
        m = self.bedrock.messages.create(
            model="anthropic.claude-opus-4-5", max_tokens=4096, messages=self.case, tools=self.tools
        )
        self.case.append({"role": "assistant", "content": list(self.replay(m))})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if outs:
            self.case.append({"role": "user", "content": outs})
        return bool(outs)
