"""setattr() on texts."""

from anthropic import Anthropic

client = Anthropic()


def step(messages: list, tools: list):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=8192, messages=messages, tools=tools)
    for block in reply.content:
        if block.type == "text":
            setattr(block, "text", block.text.rstrip())
    messages.append({"role": "assistant", "content": reply.content})
    return reply
