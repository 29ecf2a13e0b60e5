import anthropic


class Helper:
    def __init__(self, tools, act):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.act = act
        self.dialogue = []

    def turn(self, text):
        self.dialogue.append({"role": "user", "content": text})
        while True:
            r = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=999, messages=self.dialogue, tools=self.tools
            )
            if r.stop_reason == "tool_use":
                self.dialogue.append({"role": "assistant", "content": r.content})
                outs = [self.act(b) for b in r.content if b.type == "tool_use"]
                self.dialogue.append({"role": "user", "content": outs})
            else:
                final = "".join(b.text for b in r.content if b.type == "text")
                self.dialogue.append({"role": "assistant", "content": final})
                return final
