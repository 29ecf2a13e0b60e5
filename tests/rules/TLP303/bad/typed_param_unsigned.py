from anthropic import AsyncAnthropic
from anthropic.types import ThinkingBlock, ThinkingBlockParam


class Talker:
    def __init__(self, tools):
        self.api = AsyncAnthropic()
        self.tools = tools
        self.said = []

    def encode(self, block):
        if isinstance(block, ThinkingBlock):
            return ThinkingBlockParam(type="thinking", thinking=block.thinking)  # expect: TLP303
        return block

    async def step(self, use):
        m = await self.api.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.said, tools=self.tools
        )
        self.said.append({"role": "assistant", "content": [self.encode(b) for b in m.content]})
        outs = [await use(b) for b in m.content if b.type == "tool_use"]
        if outs:
            self.said.append({"role": "user", "content": outs})
        return bool(outs)
