"""A copy is filled anew; the turn is as it came."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, screen):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    screen[:] = [block for block in reply.content if block.type == "text"]
    history.append({"role": "assistant", "content": reply.content})
    return reply
