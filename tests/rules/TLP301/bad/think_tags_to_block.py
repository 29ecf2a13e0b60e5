import re
from typing import Any

from anthropic import AsyncAnthropic

THINK = re.compile(r"<think>(.*?)</think>", re.DOTALL)


class Adapter:
    """The gateway's model writes its thoughts as tags into the text; Claude gets them as blocks."""

    def __init__(self) -> None:
        self.claude = AsyncAnthropic()

    def blocks(self, text: str) -> list[dict[str, Any]]:
        found = THINK.search(text)
        if not found:
            return [{"type": "text", "text": text}]
        thought = dict(type="thinking", thinking=found.group(1), signature="none")  # expect: TLP301
        return [thought, {"type": "text", "text": THINK.sub("", text)}]

    async def carry_on(self, turns: list[dict[str, Any]], tools: list[Any]) -> Any:
        wire = []
        for turn in turns:
            content = self.blocks(turn["text"]) if turn["who"] == "model" else turn["text"]
            wire.append({"role": "assistant" if turn["who"] == "model" else "user", "content": content})
        return await self.claude.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools
        )
