from dataclasses import dataclass
from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import ContentBlock, ToolUseBlock


@dataclass(frozen=True)
class Outcome:
    blocks: list[ContentBlock]
    calls: list[ToolUseBlock]
    text: str


class Provider:
    def __init__(self) -> None:
        self.sdk = AsyncAnthropic()

    async def generate(self, wire: list[Any], tools: list[Any]) -> Outcome:
        got = await self.sdk.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=wire, tools=tools)
        calls = [b for b in got.content if isinstance(b, ToolUseBlock)]
        return Outcome(got.content, calls, "".join(b.text for b in got.content if b.type == "text"))


async def loop(provider: Provider, wire: list[Any], tools: list[Any], use: Any) -> str:
    while True:
        outcome = await provider.generate(wire, tools)
        wire.append({"role": "assistant", "content": outcome.blocks})
        if not outcome.calls:
            return outcome.text
        wire.append({"role": "user", "content": [await use(c) for c in outcome.calls]})
