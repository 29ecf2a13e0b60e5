"""What has other fields goes as it is."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    out = []
    for block in reply.content:
        try:
            out.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        except AttributeError:
            out.append(block)
    history.append({"role": "assistant", "content": out})
    return reply
