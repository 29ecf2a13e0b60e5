"""Chunks in the provider's own shape, each a part of a block, merged by whoever reads them."""

import anthropic


def chunk_of(event):
    if event.type == "content_block_start":
        return {**event.content_block.to_dict(), "index": event.index}
    if event.type == "content_block_delta":
        if event.delta.type == "text_delta":
            return {"type": "text", "text": event.delta.text, "index": event.index}
        if event.delta.type == "thinking_delta":
            return {"type": "thinking", "thinking": event.delta.thinking, "index": event.index}
        if event.delta.type == "signature_delta":
            return {"type": "thinking", "signature": event.delta.signature, "index": event.index}
        if event.delta.type == "input_json_delta":
            return {"type": "input_json_delta", "partial_json": event.delta.partial_json, "index": event.index}
    return None


def chunks(client: anthropic.Anthropic, **request):
    for event in client.messages.create(**request, stream=True):
        chunk = chunk_of(event)
        if chunk is not None:
            yield chunk
