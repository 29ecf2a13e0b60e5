"""The number is looked up for each call by its id."""

import anthropic


def step(client: anthropic.Anthropic, history, tools, outputs):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if b.type == "tool_use"]
    ids = [c.id for c in calls]
    results = []
    for call_id, text in outputs(calls):
        call = calls[ids.index(call_id)]
        results.append({"type": "tool_result", "tool_use_id": call.id, "content": text})
    if results:
        history.append({"role": "user", "content": results})
    return reply
