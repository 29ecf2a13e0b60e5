"""Words are added to a text block, which nobody signs."""

import anthropic

client = anthropic.Anthropic()


def ask(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    for block in reply.content:
        if block.type == "text":
            block.text += "\n(translated)"
    history.append({"role": "assistant", "content": reply.content})
    return reply
