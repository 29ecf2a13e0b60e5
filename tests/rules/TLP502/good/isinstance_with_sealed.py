"""Every kind has its place, told apart by the SDK's classes; what is unknown starts as it came."""

import json
from typing import Any

import anthropic
from anthropic.types import InputJSONDelta, RawContentBlockDeltaEvent, RawContentBlockStartEvent, SignatureDelta
from anthropic.types import TextDelta, ThinkingDelta


class Gathering:
    def __init__(self):
        self.blocks: list[dict[str, Any]] = []
        self.raw: dict[int, str] = {}

    def take(self, event):
        if isinstance(event, RawContentBlockStartEvent):
            self.blocks.append(event.content_block.model_dump(exclude_unset=True))
        elif isinstance(event, RawContentBlockDeltaEvent):
            block = self.blocks[event.index]
            if isinstance(event.delta, TextDelta):
                block["text"] += event.delta.text
            elif isinstance(event.delta, ThinkingDelta):
                block["thinking"] += event.delta.thinking
            elif isinstance(event.delta, SignatureDelta):
                block["signature"] = event.delta.signature
            elif isinstance(event.delta, InputJSONDelta):
                self.raw[event.index] = self.raw.get(event.index, "") + event.delta.partial_json

    def turn(self):
        for index, raw in self.raw.items():
            self.blocks[index]["input"] = json.loads(raw or "{}")
        return self.blocks


def run(client: anthropic.Anthropic, messages, tools):
    gathering = Gathering()
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools, stream=True
    ):
        gathering.take(event)
    messages.append({"role": "assistant", "content": gathering.turn()})
    return gathering.turn()
