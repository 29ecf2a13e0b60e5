"""One function shows an event, another one keeps it."""

import json

import anthropic


def show(event, calls):
    if event.type == "content_block_start" and event.content_block.type == "tool_use":
        calls[event.index] = {"id": event.content_block.id, "json": ""}
    elif event.type == "content_block_delta":
        if event.delta.type == "text_delta":
            return {"text": event.delta.text}
        if event.delta.type == "input_json_delta":
            calls[event.index]["json"] += event.delta.partial_json
            return {"call": calls[event.index]}
    return None


def keep(event, blocks):
    if event.type == "content_block_start":
        blocks.append(event.content_block.model_dump())
    elif event.type == "content_block_delta":
        delta, block = event.delta, blocks[-1]
        if delta.type == "text_delta":
            block["text"] += delta.text
        elif delta.type == "input_json_delta":
            block["raw"] = block.get("raw", "") + delta.partial_json
        elif delta.type == "thinking_delta":
            block["thinking"] += delta.thinking
        elif delta.type == "signature_delta":
            block["signature"] = delta.signature
    elif event.type == "content_block_stop" and blocks[-1]["type"] == "tool_use":
        blocks[-1]["input"] = json.loads(blocks[-1].pop("raw", "") or "{}")


def run(client: anthropic.Anthropic, messages, tools, screen):
    blocks, calls = [], {}
    for event in client.messages.create(
        model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools, stream=True
    ):
        screen.put(show(event, calls))
        keep(event, blocks)
    messages.append({"role": "assistant", "content": blocks})
    return blocks
