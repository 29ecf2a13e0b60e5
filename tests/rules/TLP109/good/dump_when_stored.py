import json
from pathlib import Path

import anthropic

client = anthropic.Anthropic()


def solve(messages, tools, answer, path: Path):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        path.write_text(json.dumps(messages, default=lambda block: block.to_dict()), encoding="utf-8")
        if reply.stop_reason != "tool_use":
            return reply
        messages.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
