"""Each block is inserted where it stood."""

import anthropic


def go(messages, tools):
    client = anthropic.Anthropic()
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    turn = []
    for number, block in enumerate(reply.content):
        turn.insert(number, block)
    messages.append({"role": "assistant", "content": turn})
    return reply
