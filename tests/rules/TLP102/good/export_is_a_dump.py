"""The rebuilt messages become one text, for a file that people read."""

import json

import anthropic

client = anthropic.Anthropic()


def export(history) -> str:
    out = []
    for message in history:
        content = []
        for block in message["content"]:
            if block.type == "text":
                content.append({"type": "text", "text": block.text})
            elif block.type == "tool_use":
                content.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        out.append({"role": message["role"], "content": content})
    return json.dumps(out, indent=2)


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    return reply
