from typing import Any

from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def endpoint(payload: dict[str, Any], tools: list[Any], act: Any) -> dict[str, Any]:
    """POST /chat: the whole loop runs here, the caller gets the answer's text."""
    turns: list[Any] = [{"role": "user", "content": payload["question"]}]
    steps = 0
    while True:
        steps += 1
        r = await client.messages.create(model="claude-opus-4-5", max_tokens=1000, messages=turns, tools=tools)
        if r.stop_reason != "tool_use" or steps > 20:
            text = "".join(b.text for b in r.content if b.type == "text")
            return {"role": "assistant", "content": text, "steps": steps}
        turns.append({"role": "assistant", "content": r.content})
        turns.append({"role": "user", "content": [await act(b) for b in r.content if b.type == "tool_use"]})
