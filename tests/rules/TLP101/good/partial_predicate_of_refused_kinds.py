"""A deny-list of what may not go back in an assistant turn."""

import functools
from typing import Any

import anthropic


def allowed(refused: frozenset, block: Any) -> bool:
    return block.type not in refused


class Worker:
    refused = frozenset({"container_upload"})

    def __init__(self, client: anthropic.Anthropic):
        self.client = client
        self.messages: list = []

    def step(self, tools):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.messages, tools=tools
        )
        keep = functools.partial(allowed, frozenset({"container_upload"}))
        self.messages.append({"role": "assistant", "content": [b for b in reply.content if keep(b)]})
        return reply
