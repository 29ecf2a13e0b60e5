from anthropic import Anthropic
from anthropic.types import RedactedThinkingBlockParam, ThinkingBlockParam


def param(block):
    if block.type == "thinking":
        return ThinkingBlockParam(type="thinking", thinking=block.thinking, signature=block.signature)
    if block.type == "redacted_thinking":
        return RedactedThinkingBlockParam(type="redacted_thinking", data=block.data)
    return block.to_dict()


class Dialogue:
    def __init__(self, tools):
        self.api = Anthropic()
        self.tools = tools
        self.lines = []

    def next(self, use):
        m = self.api.messages.create(
            model="claude-opus-4-5", max_tokens=1300, messages=self.lines, tools=self.tools
        )
        self.lines.append({"role": "assistant", "content": [param(b) for b in m.content]})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if outs:
            self.lines.append({"role": "user", "content": outs})
        return bool(outs)
