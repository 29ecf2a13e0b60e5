"""Thinking has its own branch; what is left is whole by contract."""


def open_events(message):
    for n, block in enumerate(message.content):
        if block.type == "thinking":
            yield from thinking_events(n, block)
            continue
        if block.type == "text":
            yield {"type": "content_block_start", "index": n, "content_block": {"type": "text", "text": ""}}
            yield {"type": "content_block_delta", "index": n, "delta": {"type": "text_delta", "text": block.text}}
        else:
            yield {"type": "content_block_start", "index": n, "content_block": block.to_dict()}
        yield {"type": "content_block_stop", "index": n}


def thinking_events(n, block):
    yield {"type": "content_block_start", "index": n,
           "content_block": {"type": "thinking", "thinking": "", "signature": ""}}  # fmt: skip
    yield {"type": "content_block_delta", "index": n, "delta": {"type": "thinking_delta", "thinking": block.thinking}}
    yield {
        "type": "content_block_delta",
        "index": n,
        "delta": {"type": "signature_delta", "signature": block.signature},
    }
    yield {"type": "content_block_stop", "index": n}
