"""The test chooses what the log names; the turn goes back as it came."""

import logging

import anthropic

log = logging.getLogger(__name__)
LOGGED = ("text", "tool_use")


async def drive(client: anthropic.AsyncAnthropic, history, tools, registry):
    reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    while reply.stop_reason == "tool_use":
        seen = [b for b in reply.content if any(b.type == kind for kind in LOGGED)]
        log.info("%d blocks: %s", len(seen), ", ".join(b.type for b in seen))
        history.append({"role": "assistant", "content": reply.content})
        answers = []
        for block in reply.content:
            if block.type == "tool_use":
                text = await registry[block.name](**block.input)
                answers.append({"type": "tool_result", "tool_use_id": block.id, "content": text})
        history.append({"role": "user", "content": answers})
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    return reply
