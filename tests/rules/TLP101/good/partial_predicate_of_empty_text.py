"""The predicate keeps what is not empty: it does not look at the kind."""

import functools

import anthropic

client = anthropic.Anthropic()


def longer(least, block):
    return block.type != "text" or len(block.text) > least


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": list(filter(functools.partial(longer, 0), reply.content))})
    return [b for b in reply.content if b.type == "tool_use"]
