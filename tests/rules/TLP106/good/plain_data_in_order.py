"""Blocks become plain data one after the other, whatever they are."""

import anthropic


def data(block):
    if block.type == "thinking":
        return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
    if block.type == "redacted_thinking":
        return {"type": "redacted_thinking", "data": block.data}
    if block.type == "tool_use":
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
    return block.to_dict()


def go(messages, tools):
    client = anthropic.Anthropic()
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": [data(block) for block in reply.content]})
    return reply
