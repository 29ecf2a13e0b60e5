"""The report drops its thoughts by number; the history has them."""

import anthropic

client = anthropic.Anthropic()


def report(message):
    blocks = list(message.content)
    for number in range(len(blocks) - 1, -1, -1):
        if blocks[number].type == "thinking":
            del blocks[number]
    return [b.to_dict() for b in blocks]


def step(history, tools, log):
    message = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": message.content})
    log(report(message))
    return message
