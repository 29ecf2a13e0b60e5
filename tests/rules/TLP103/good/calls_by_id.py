"""A dict of the calls by their ids, to find them again."""

import anthropic


async def step(client: anthropic.AsyncAnthropic, history, tools, pool):
    reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = {block.id: block for block in reply.content if block.type == "tool_use"}
    results = []
    async for call_id, text in pool.run(calls.values()):
        results.append({"type": "tool_result", "tool_use_id": calls[call_id].id, "content": text})
    if results:
        history.append({"role": "user", "content": results})
    return reply
