"""In place, every block is kept."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    reply.content[:] = [b for b in reply.content if b.type != "text" or b.text]
    if reply.content:
        history.append({"role": "assistant", "content": reply.content})
    return reply
