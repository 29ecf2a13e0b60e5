import json

import anthropic

client = anthropic.Anthropic()


def collect(messages, tools):
    blocks = {}
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
    ):
        if event.type == "content_block_start" and event.content_block.type != "thinking":
            blocks[event.index] = event.content_block.to_dict()
        if event.type != "content_block_delta":
            continue
        delta = event.delta
        if delta.type in ("thinking_delta", "signature_delta"):
            block = blocks.setdefault(event.index, {"type": "thinking", "thinking": "", "signature": ""})
            if delta.type == "thinking_delta":
                block["thinking"] += delta.thinking
            else:
                block["signature"] = delta.signature
        elif delta.type == "text_delta":
            blocks[event.index]["text"] += delta.text
        elif delta.type == "input_json_delta":
            block = blocks[event.index]
            block["json"] = block.get("json", "") + delta.partial_json
    content = [blocks[index] for index in sorted(blocks)]
    for block in content:
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("json", "") or "{}")
    messages.append({"role": "assistant", "content": content})
