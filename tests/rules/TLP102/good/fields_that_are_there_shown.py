"""The texts are read off for the screen."""

import anthropic


def words(blocks):
    for block in blocks:
        try:
            yield {"type": "text", "text": block.text}
        except AttributeError:
            continue


def step(client: anthropic.Anthropic, history, tools, show):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    show(list(words(reply.content)))
    history.append({"role": "assistant", "content": reply.content})
    return reply
