from typing import Any

from anthropic import AsyncAnthropic


class Bridge:
    """Turns are kept as {"text", "calls", "native"}; the native part is what goes back."""

    def __init__(self) -> None:
        self.client = AsyncAnthropic()

    async def generate(self, turns: list[dict[str, Any]], tools: list[Any]) -> dict[str, Any]:
        wire = [self.encode(t) for t in turns]
        m = await self.client.messages.create(model="claude-opus-4-5", max_tokens=2500, messages=wire, tools=tools)
        text, calls = "", []
        for block in m.content:
            if block.type == "text":
                text += block.text
            elif block.type == "tool_use":
                calls.append({"id": block.id, "name": block.name, "arguments": block.input})
        return {"who": "model", "text": text, "calls": calls, "native": [b.to_dict() for b in m.content]}

    def encode(self, turn: dict[str, Any]) -> dict[str, Any]:
        if turn["who"] == "model":
            return {"role": "assistant", "content": turn["native"]}
        if turn["who"] == "tools":
            results = [
                {"type": "tool_result", "tool_use_id": r["id"], "content": r["output"]} for r in turn["results"]
            ]
            return {"role": "user", "content": results}
        return {"role": "user", "content": turn["text"]}
