"""The dict by kind is for the status line."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, status):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    latest = {block.type: block for block in reply.content}
    status(latest.get("text"), len(latest))
    history.append({"role": "assistant", "content": reply.content})
    return [b for b in reply.content if b.type == "tool_use"]
