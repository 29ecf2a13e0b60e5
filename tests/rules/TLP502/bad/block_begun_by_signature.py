"""Thinking starts as nothing; a signature that comes alone gives a block without the key for its text."""

import json

import anthropic

client = anthropic.Anthropic()


def collect(messages, tools):
    blocks = {}
    events = client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
    )
    for event in events:
        if event.type == "content_block_start":
            opened = event.content_block
            blocks[event.index] = None if opened.type == "thinking" else opened.to_dict()
        if event.type != "content_block_delta":
            continue
        block, delta = blocks[event.index], event.delta
        if delta.type == "thinking_delta":
            block = block or {"type": "thinking", "thinking": "", "signature": ""}
            block["thinking"] += delta.thinking
        elif delta.type == "signature_delta":
            block = block or {"type": "thinking"}  # expect: TLP502
            block["signature"] = delta.signature
        elif delta.type == "text_delta":
            block["text"] += delta.text
        elif delta.type == "input_json_delta":
            block["json"] = block.get("json", "") + delta.partial_json
        blocks[event.index] = block
    content = [blocks[index] for index in sorted(blocks)]
    for block in content:
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("json", "") or "{}")
    messages.append({"role": "assistant", "content": content})
    return content
