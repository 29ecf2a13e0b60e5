from typing import Any

from anthropic import AsyncAnthropic


async def assist(client: AsyncAnthropic, store: Any, tools: list[Any], use: Any) -> Any:
    """``store.messages`` belongs to the caller, who sends the next question on it."""
    while True:
        m = await client.messages.create(
            model="claude-opus-4-5", max_tokens=1600, messages=store.messages, tools=tools
        )
        store.messages.append({"role": "assistant", "content": m.content})
        results = []
        for b in m.content:
            if b.type == "tool_use":
                if b.name == "finish":
                    return b.input  # expect: TLP203
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": await use(b)})
        if not results:
            return None
        store.messages.append({"role": "user", "content": results})
