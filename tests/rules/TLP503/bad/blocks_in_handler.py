"""Blocks are put together by hand; after a time-out they go back as far as they came."""

import json

import anthropic
import httpx

client = anthropic.Anthropic(timeout=20)


def step(history, tools):
    blocks = {}
    try:
        for event in client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, stream=True
        ):
            if event.type == "content_block_start":
                blocks[event.index] = event.content_block.to_dict()
            elif event.type == "content_block_delta":
                block, delta = blocks[event.index], event.delta
                if delta.type == "text_delta":
                    block["text"] += delta.text
                elif delta.type == "thinking_delta":
                    block["thinking"] += delta.thinking
                elif delta.type == "signature_delta":
                    block["signature"] = delta.signature
                elif delta.type == "input_json_delta":
                    block["json"] = block.get("json", "") + delta.partial_json
    except httpx.ReadTimeout:
        history.append({"role": "assistant", "content": list(blocks.values())})  # expect: TLP503
        return None
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("json", "") or "{}")
    return list(blocks.values())
