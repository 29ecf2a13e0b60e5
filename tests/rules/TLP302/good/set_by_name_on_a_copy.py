"""A copy is cut for the log."""

import copy

from anthropic import Anthropic


def step(client: Anthropic, messages: list, tools: list, log):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=8192, messages=messages, tools=tools)
    for block in copy.deepcopy(reply.content):
        if block.type == "thinking":
            setattr(block, "thinking", block.thinking[:80])
            log(block)
    messages.append({"role": "assistant", "content": reply.content})
    return reply
