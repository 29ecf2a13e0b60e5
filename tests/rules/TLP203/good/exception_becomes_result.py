import asyncio

from anthropic import AsyncAnthropic


async def converse(client: AsyncAnthropic, past: list, tools: list, invoke) -> None:
    async def answer(block):
        try:
            value = await asyncio.wait_for(invoke(block.name, block.input), timeout=60)
        except TimeoutError:
            return {"type": "tool_result", "tool_use_id": block.id, "content": "timed out", "is_error": True}
        return {"type": "tool_result", "tool_use_id": block.id, "content": value}

    while True:
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=past, tools=tools)
        past.append({"role": "assistant", "content": reply.content})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return
        past.append({"role": "user", "content": list(await asyncio.gather(*map(answer, uses)))})
