"""The scrubber hands deliberation on as it is."""

import re

import anthropic

client = anthropic.Anthropic()


def scrub(value):
    if isinstance(value, dict) and value.get("type") in ("thinking", "redacted_thinking"):
        return value
    if isinstance(value, str):
        return re.sub(r"sk-[A-Za-z0-9]{16,}", "[secret]", value)
    if isinstance(value, list):
        return [scrub(item) for item in value]
    if isinstance(value, dict):
        return {key: scrub(item) for key, item in value.items()}
    return value


def step(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": scrub([b.to_dict() for b in reply.content])})
    return [b for b in reply.content if b.type == "tool_use"]
