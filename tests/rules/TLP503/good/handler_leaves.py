import json

import anthropic
import httpx


def step(client: anthropic.Anthropic, history, tools):
    blocks = {}
    try:
        for event in client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, stream=True
        ):
            if event.type == "content_block_start":
                blocks[event.index] = event.content_block.to_dict()
            elif event.type == "content_block_delta":
                block, delta = blocks[event.index], event.delta
                if delta.type == "input_json_delta":
                    block["json"] = block.get("json", "") + delta.partial_json
                elif delta.type in ("text_delta", "thinking_delta", "signature_delta"):
                    field = delta.type.removesuffix("_delta")
                    block[field] += getattr(delta, field)
    except httpx.ReadTimeout:
        return None
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block.pop("json", "") or "{}")
    history.append({"role": "assistant", "content": list(blocks.values())})
    return history
