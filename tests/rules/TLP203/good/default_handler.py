import asyncio

from anthropic import AsyncAnthropic


async def missing(**arguments):
    return f"there is no such tool (arguments: {arguments})"


async def loop(client: AsyncAnthropic, wire, tools, registry):
    while True:
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1400, messages=wire, tools=tools)
        wire.append({"role": "assistant", "content": m.content})
        calls = [b for b in m.content if b.type == "tool_use"]
        if not calls:
            return m
        texts = await asyncio.gather(
            *(registry.get(c.name, missing)(**c.input) for c in calls), return_exceptions=True
        )
        outs = [{"type": "tool_result", "tool_use_id": c.id, "content": str(t)} for c, t in zip(calls, texts)]
        wire.append({"role": "user", "content": outs})
