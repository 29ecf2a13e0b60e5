"""The leading thoughts are taken off a copy that is shown."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, show):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    shown = list(reply.content)
    while shown and shown[0].type in ("thinking", "redacted_thinking"):
        shown.pop(0)
    show(shown)
    history.append({"role": "assistant", "content": reply.content})
    return [b for b in reply.content if b.type == "tool_use"]
