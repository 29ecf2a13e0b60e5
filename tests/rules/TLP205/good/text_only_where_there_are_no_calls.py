"""A hint is sent where the turn has no calls; where it has some, the message holds their results alone."""

import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run, hint):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        calls = [block for block in reply.content if block.type == "tool_use"]
        content = []
        if not calls:
            content.append({"type": "text", "text": hint})
        for call in calls:
            content.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call)})
        messages.append({"role": "user", "content": content})
        if reply.stop_reason == "end_turn" and hint is None:
            return reply


async def counted(client, messages, tools, run, nudge):
    for _ in range(20):
        reply = await client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": reply.content})
        uses = [block for block in reply.content if block.type == "tool_use"]
        answer = []
        if len(uses) == 0:
            answer.append({"type": "text", "text": nudge})
        answer.extend([{"type": "tool_result", "tool_use_id": u.id, "content": await run(u)} for u in uses])
        messages.append({"role": "user", "content": answer})
