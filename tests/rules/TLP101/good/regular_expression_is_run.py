"""Calls of ours are told from the provider's by a pattern, and run."""

import re
from collections.abc import Callable

import anthropic


def results(blocks: list, run: Callable) -> list:
    return [
        {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
        for b in blocks
        if re.match("tool_use", b.type)
    ]


def loop(client: anthropic.Anthropic, history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": results(reply.content, run)})
