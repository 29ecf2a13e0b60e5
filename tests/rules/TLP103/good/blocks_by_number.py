"""A dict by position loses nothing."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    by_number = {number: block for number, block in enumerate(reply.content)}
    history.append({"role": "assistant", "content": list(by_number.values())})
    return reply
