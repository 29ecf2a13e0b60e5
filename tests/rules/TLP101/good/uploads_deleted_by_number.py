"""A block that no assistant turn may have is deleted."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools):
    message = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    content = list(message.content)
    for number, block in reversed(list(enumerate(content))):
        if block.type == "container_upload":
            del content[number]
    history.append({"role": "assistant", "content": content})
    return [b for b in content if b.type == "tool_use"]
