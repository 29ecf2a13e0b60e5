from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import ToolResultBlockParam


class Runner:
    def __init__(self, client: AsyncAnthropic, tools: list[Any], box: Any) -> None:
        self.client, self.tools, self.box = client, tools, box
        self.messages: list[Any] = []

    async def turn(self) -> bool:
        message = await self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1000, messages=self.messages, tools=self.tools
        )
        self.messages.append({"role": "assistant", "content": message.content})
        results: list[ToolResultBlockParam] = []
        for block in message.content:
            if block.type == "tool_use":
                tool = self.box.get(block.name)
                if tool is None:
                    unknown = ToolResultBlockParam(type="tool_result", tool_use_id=block.id, content="unknown tool")
                    results.append(unknown)
                    tool = self.box.default
                answer = ToolResultBlockParam(type="tool_result", tool_use_id=block.id, content=await tool(block.input))
                results.append(answer)  # expect: TLP207
        if results:
            self.messages.append({"role": "user", "content": results})
        return bool(results)
