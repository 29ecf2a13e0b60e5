"""setattr() on an object of the program's own."""

from anthropic import Anthropic


class View:
    thinking = ""


def step(client: Anthropic, messages: list, tools: list, draw):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=8192, messages=messages, tools=tools)
    view = View()
    for block in reply.content:
        if block.type == "thinking":
            setattr(view, "thinking", block.thinking[:200])
    draw(view)
    messages.append({"role": "assistant", "content": reply.content})
    return reply
