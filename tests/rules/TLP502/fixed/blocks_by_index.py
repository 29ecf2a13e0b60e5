"""Blocks by their index, as they start; every delta is added but the signature."""

import json

import anthropic

client = anthropic.Anthropic()


def stream_turn(messages, tools):
    blocks = {}
    with client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
    ) as events:
        for event in events:
            if event.type == "content_block_start":
                blocks[event.index] = event.content_block.to_dict()
            elif event.type == "content_block_delta":
                block, delta = blocks[event.index], event.delta
                if delta.type == "text_delta":
                    block["text"] += delta.text
                elif delta.type == "thinking_delta":
                    block["thinking"] += delta.thinking
                elif delta.type == "input_json_delta":
                    block["json"] = block.get("json", "") + delta.partial_json
                elif delta.type == "signature_delta":
                    block["signature"] = delta.signature
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("json", "") or "{}")
    return [blocks[index] for index in sorted(blocks)]


def agent(messages, tools, run):
    while True:
        turn = stream_turn(messages, tools)
        messages.append({"role": "assistant", "content": turn})
        calls = [block for block in turn if block["type"] == "tool_use"]
        if not calls:
            return turn
        results = [
            {"type": "tool_result", "tool_use_id": call["id"], "content": run(call["name"], call["input"])}
            for call in calls
        ]
        messages.append({"role": "user", "content": results})
