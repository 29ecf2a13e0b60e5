import uuid

from anthropic import AsyncAnthropic
from anthropic.types import ThinkingBlock


class Proxy:
    def __init__(self):
        self.client = AsyncAnthropic()
        self.turns = []

    async def think_about(self, plan: str, tools, call):
        while True:
            r = await self.client.messages.create(
                model="claude-opus-4-5", max_tokens=4096, messages=self.turns, tools=tools
            )
            fake = ThinkingBlock(type="thinking", thinking=plan, signature=uuid.uuid4().hex)  # expect: TLP301
            self.turns.append({"role": "assistant", "content": [fake, *r.content]})
            outs = [await call(b) for b in r.content if b.type == "tool_use"]
            if not outs:
                return r
            self.turns.append({"role": "user", "content": outs})
