"""Only blocks that stopped are kept: the handler may go on with them."""

import json

import anthropic


def read(client: anthropic.Anthropic, messages, tools):
    opened, done = {}, []
    try:
        for event in client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
        ):
            if event.type == "content_block_start":
                opened[event.index] = event.content_block.to_dict()
            elif event.type == "content_block_delta":
                block, delta = opened[event.index], event.delta
                if delta.type == "input_json_delta":
                    block["json"] = block.get("json", "") + delta.partial_json
                elif delta.type in ("text_delta", "thinking_delta", "signature_delta"):
                    field = delta.type.removesuffix("_delta")
                    block[field] += getattr(delta, field)
            elif event.type == "content_block_stop":
                block = opened.pop(event.index)
                if "json" in block:
                    block["input"] = json.loads(block.pop("json") or "{}")
                done.append(block)
    except anthropic.APIConnectionError:
        print("connection lost")
    messages.append({"role": "assistant", "content": done})
