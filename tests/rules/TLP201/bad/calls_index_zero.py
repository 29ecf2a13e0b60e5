from typing import Any

from anthropic import AsyncAnthropic


class ToolAgent:
    def __init__(self, registry: dict[str, Any], specs: list[Any]) -> None:
        self.api = AsyncAnthropic()
        self.registry = registry
        self.specs = specs
        self.turns: list[Any] = []

    async def ask(self, text: str) -> str:
        self.turns.append({"role": "user", "content": text})
        msg = await self._send()
        while msg.stop_reason == "tool_use":
            calls = [b for b in msg.content if b.type == "tool_use"]
            first = calls[0]  # expect: TLP201
            value = await self.registry[first.name](**first.input)
            self.turns.append(
                {
                    "role": "user",
                    "content": [{"type": "tool_result", "tool_use_id": first.id, "content": str(value)}],
                }
            )
            msg = await self._send()
        return "".join(b.text for b in msg.content if b.type == "text")

    async def _send(self) -> Any:
        msg = await self.api.messages.create(
            model="claude-sonnet-4-6", max_tokens=2048, messages=self.turns, tools=self.specs
        )
        self.turns.append({"role": "assistant", "content": msg.content})
        return msg
