import json

import anthropic


def on_text(block, delta):
    block["text"] += delta["text"]


def on_thinking(block, delta):
    block["thinking"] += delta["thinking"]


def on_signature(block, delta):
    block["signature"] = delta["signature"]


def on_json(block, delta):
    block["raw"] = block.get("raw", "") + delta["partial_json"]


TABLE = {
    "text_delta": on_text,
    "thinking_delta": on_thinking,
    "signature_delta": on_signature,
    "input_json_delta": on_json,
}


def gather(client: anthropic.Anthropic, **request):
    blocks = {}
    for event in client.messages.create(**request, stream=True):
        data = event.to_dict()
        if data["type"] == "content_block_start":
            blocks[data["index"]] = data["content_block"]
        elif data["type"] == "content_block_delta":
            handler = TABLE.get(data["delta"]["type"])
            if handler is not None:
                handler(blocks[data["index"]], data["delta"])
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("raw", "") or "{}")
    return list(blocks.values())
