"""Secrets are blotted out in every string of the turn, the signed ones included."""

import re

import anthropic

client = anthropic.Anthropic()
SECRET = re.compile(r"sk-[A-Za-z0-9]{16,}")


def scrub(value):
    if isinstance(value, str):
        return SECRET.sub("[secret]", value)
    if isinstance(value, list):
        return [scrub(item) for item in value]
    if isinstance(value, dict):
        return {key: scrub(item) for key, item in value.items()}
    return value


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        blocks = [block.model_dump(exclude_none=True) for block in reply.content]
        history.append({"role": "assistant", "content": scrub(blocks)})  # expect: TLP302
        if reply.stop_reason != "tool_use":
            return reply
        history.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
                    for b in reply.content
                    if b.type == "tool_use"
                ],
            }
        )
