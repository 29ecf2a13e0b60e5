from collections.abc import AsyncIterator
from typing import Any

from anthropic import AsyncAnthropic


async def agent_events(prompt: str, tools: list[Any], execute: Any) -> AsyncIterator[dict[str, Any]]:
    client = AsyncAnthropic()
    wire: list[Any] = [{"role": "user", "content": prompt}]
    while True:
        async with client.messages.stream(
            model="claude-opus-4-5", max_tokens=8000, messages=wire, tools=tools
        ) as stream:
            async for event in stream:
                if event.type == "text":
                    yield {"role": "assistant", "content": event.text}
            final = await stream.get_final_message()
        wire.append({"role": "assistant", "content": final.content})
        shown = [b for b in final.content if b.type in ("text", "tool_use")]
        yield {"role": "assistant", "content": [{"type": b.type, "summary": str(b)[:80]} for b in shown]}
        outputs = []
        for block in shown:
            if block.type == "tool_use":
                result = await execute(block.name, block.input)
                outputs.append({"type": "tool_result", "tool_use_id": block.id, "content": result})
                yield {"role": "tool", "content": result}
        if not outputs:
            return
        wire.append({"role": "user", "content": outputs})
