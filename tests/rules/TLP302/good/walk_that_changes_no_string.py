"""The walk makes plain data of objects and leaves strings as they are."""

import datetime

import anthropic

client = anthropic.Anthropic()


def plain(value):
    if isinstance(value, str):
        return value
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": plain([b.to_dict() for b in reply.content])})
    return [b for b in reply.content if b.type == "tool_use"]
