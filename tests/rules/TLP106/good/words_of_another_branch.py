"""Words alone go back where there are no calls, the whole turn where there are."""

import anthropic


async def step(client: anthropic.AsyncAnthropic, log, tools, run):
    reply = await client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=log, tools=tools)
    if reply.stop_reason == "tool_use":
        log.append({"role": "assistant", "content": reply.content})
        log.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": await run(b)}
                    for b in reply.content
                    if b.type == "tool_use"
                ],
            }
        )
        return True
    log.append({"role": "assistant", "content": reply.content[0].text})
    return False
