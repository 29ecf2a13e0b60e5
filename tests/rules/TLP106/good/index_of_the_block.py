"""A sort by the number that each block has: it is what they came in."""

import anthropic


def go(messages, tools):
    client = anthropic.Anthropic()
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": sorted(reply.content, key=lambda b: getattr(b, "index", 0))})
    return reply
