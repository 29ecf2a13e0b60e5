"""Plain data or the object itself: either is the whole block."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    content = []
    for block in reply.content:
        try:
            content.append(block.to_dict())
        except AttributeError:
            content.append(block)
    history.append({"role": "assistant", "content": content})
    return reply
