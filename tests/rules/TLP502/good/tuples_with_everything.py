"""The project's own tuples: each has what its block needs to go back."""

import json

import anthropic


def read(client: anthropic.Anthropic, messages, tools):
    state = {}
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=1000, messages=messages, tools=tools, stream=True
    ):
        kind = event.type
        if kind == "content_block_start":
            block = event.content_block
            state[event.index] = {
                "kind": block.type,
                "id": getattr(block, "id", None),
                "name": getattr(block, "name", None),
                "sealed": getattr(block, "data", None),
                "text": "",
                "signature": "",
            }
        elif kind == "content_block_delta":
            entry, delta = state[event.index], event.delta
            if delta.type == "signature_delta":
                entry["signature"] = delta.signature
                continue
            piece = getattr(delta, "text", None) or getattr(delta, "thinking", None) or ""
            entry["text"] += piece or getattr(delta, "partial_json", "")
    for entry in state.values():
        if entry["kind"] == "tool_use":
            yield ("call", entry["id"], entry["name"], json.loads(entry["text"] or "{}"))
        elif entry["kind"] == "redacted_thinking":
            yield ("sealed", entry["sealed"])
        else:
            yield (entry["kind"], entry["text"], entry["signature"])
