from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import Message


class StreamAgent:
    def __init__(self, tools: list[Any]) -> None:
        self.client = AsyncAnthropic()
        self.tools = tools
        self.messages: list[Any] = []

    @staticmethod
    def blocks_of(message: Message) -> list[Any]:
        result: list[Any] = []
        for block in message.content:
            match block.type:
                case "thinking":
                    result.append(block)
                case "text" if block.text:
                    result.append(block)
                case "tool_use":
                    result.append(block)
        return result

    async def round(self, handle: Any) -> bool:
        async with self.client.messages.stream(
            model="claude-opus-4-5", max_tokens=4096, messages=self.messages, tools=self.tools
        ) as stream:
            message = await stream.get_final_message()
        self.messages.append({"role": "assistant", "content": self.blocks_of(message)})  # expect: TLP103
        results = [await handle(b) for b in message.content if b.type == "tool_use"]
        if results:
            self.messages.append({"role": "user", "content": results})
        return bool(results)
