"""Words after the results are the next turn's own."""

import anthropic


def one_round(messages, tools, run):
    client = anthropic.Anthropic()
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    uses = [b for b in reply.content if b.type == "tool_use"]
    if uses:
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
    return reply
