import asyncio

from anthropic import AsyncAnthropic


async def rounds(client: AsyncAnthropic, transcript: list, tools: list, run):
    for _ in range(12):
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=transcript, tools=tools)
        transcript.append({"role": "assistant", "content": reply.content})
        at = next((i for i, block in enumerate(reply.content) if block.type == "tool_use"), None)
        if at is None:
            return reply
        call = reply.content[at]  # expect: TLP201
        output = await asyncio.wait_for(run(call.name, call.input), timeout=60)
        transcript.append(
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": output}]}
        )
    return None
