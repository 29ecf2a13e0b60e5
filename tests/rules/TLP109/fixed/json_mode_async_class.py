import json
from typing import Any

from anthropic import AsyncAnthropic


class Session:
    """Keeps its transcript as JSON text, so that it can be stored at any time."""

    def __init__(self, tools: list[dict[str, Any]]) -> None:
        self.client = AsyncAnthropic()
        self.tools = tools
        self.lines: list[dict[str, Any]] = []

    async def step(self, run) -> bool:
        response = await self.client.messages.create(
            model="claude-sonnet-4-6",
            max_tokens=2048,
            messages=self.lines,
            tools=self.tools,
        )
        self.lines.append({"role": "assistant", "content": response.content})
        if response.stop_reason != "tool_use":
            return False
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = await run(block.name, block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": json.dumps(output)})
        self.lines.append({"role": "user", "content": results})
        return True
