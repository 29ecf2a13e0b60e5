"""What is scrubbed is the input of a call, before it is run, and a copy for the log."""

import logging

import anthropic

log = logging.getLogger(__name__)


def scrub(value):
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [scrub(item) for item in value]
    if isinstance(value, dict):
        return {key: scrub(item) for key, item in value.items()}
    return value


async def step(client: anthropic.AsyncAnthropic, history, tools, run):
    reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    log.debug("%s", scrub([b.to_dict() for b in reply.content]))
    history.append({"role": "assistant", "content": reply.content})
    results = [
        {"type": "tool_result", "tool_use_id": b.id, "content": await run(b.name, scrub(b.input))}
        for b in reply.content
        if b.type == "tool_use"
    ]
    if results:
        history.append({"role": "user", "content": results})
    return reply
