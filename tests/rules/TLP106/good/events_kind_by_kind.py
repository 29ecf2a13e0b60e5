"""Events for a screen are sent kind by kind, beside the turn."""

import anthropic


async def loop(messages, tools, run, socket):
    client = anthropic.AsyncAnthropic()
    while True:
        reply = await client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        for kind in ("thinking", "text", "tool_use"):
            await socket.send_json({"kind": kind, "blocks": [b.to_dict() for b in reply.content if b.type == kind]})
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": await run(u)} for u in uses]
        messages.append({"role": "user", "content": results})
