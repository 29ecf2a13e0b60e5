"""A recorder of another file sees the message as JSON, and may restore it."""

import json

import anthropic


def loop(messages, tools, run, recorder):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        recorder.write(json.dumps(reply.model_dump()))
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})
