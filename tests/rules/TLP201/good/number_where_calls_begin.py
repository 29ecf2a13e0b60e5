"""The number says where the calls begin; all from there on are answered."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, run):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    kinds = [b.type for b in reply.content]
    if "tool_use" not in kinds:
        return reply
    start = kinds.index("tool_use")
    results = [
        {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
        for b in reply.content[start:]
        if b.type == "tool_use"
    ]
    history.append({"role": "user", "content": results})
    return reply
