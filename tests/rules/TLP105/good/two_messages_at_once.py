"""Turn and results are added together."""

import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        messages += [
            {"role": "assistant", "content": reply.content},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses],
            },
        ]
