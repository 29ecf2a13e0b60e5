"""Thinking is kept with its signature; blocks that come whole with their start have no branch."""

import json

import anthropic
from anthropic.types import InputJSONDelta, SignatureDelta, TextDelta, ThinkingBlock, ThinkingDelta, ToolUseBlock


class Assembler:
    def __init__(self, client: anthropic.Anthropic):
        self.client = client

    def run(self, messages, tools):
        parts = {}
        stream = self.client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
        )
        for event in stream:
            if event.type == "content_block_start":
                if isinstance(event.content_block, ToolUseBlock):
                    parts[event.index] = {"kind": "call", "id": event.content_block.id,
                                          "name": event.content_block.name, "raw": ""}  # fmt: skip
                elif isinstance(event.content_block, ThinkingBlock):
                    parts[event.index] = {"kind": "thought", "text": "", "seal": ""}
                else:
                    parts[event.index] = {"kind": "text", "text": ""}
            elif event.type == "content_block_delta":
                part = parts[event.index]
                if isinstance(event.delta, TextDelta):  # expect: TLP502
                    part["text"] += event.delta.text
                elif isinstance(event.delta, ThinkingDelta):
                    part["text"] += event.delta.thinking
                elif isinstance(event.delta, SignatureDelta):
                    part["seal"] += event.delta.signature
                elif isinstance(event.delta, InputJSONDelta):
                    part["raw"] += event.delta.partial_json
        for part in parts.values():
            if part["kind"] == "call":
                part["input"] = json.loads(part.pop("raw") or "{}")
        return list(parts.values())
