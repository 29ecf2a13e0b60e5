from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import MessageParam, ToolResultBlockParam


class Worker:
    def __init__(self, client: AsyncAnthropic, tools: list[Any], invoke: Any) -> None:
        self.client = client
        self.tools = tools
        self.invoke = invoke
        self.messages: list[MessageParam] = []

    async def step(self) -> bool:
        response = await self.client.messages.create(
            model="claude-sonnet-4-5", max_tokens=2048, messages=self.messages, tools=self.tools
        )
        self.messages.append({"role": "assistant", "content": response.content})
        results: list[ToolResultBlockParam] = []
        for block in response.content:
            if block.type != "tool_use":
                continue
            value = await self.invoke(block.name, block.input)
            results.append(
                ToolResultBlockParam(
                    type="tool_result",
                    tool_use_id=block.id,
                    content=value,
                )
            )
        if results:
            self.messages.append({"role": "user", "content": results})
        return bool(results)
