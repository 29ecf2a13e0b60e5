"""Sealed thinking comes whole with its start: that is the contract."""


def starts(content):
    for n, block in enumerate(content["content"]):
        if block["type"] == "redacted_thinking":
            yield {"type": "content_block_start", "index": n, "content_block": block}
            yield {"type": "content_block_stop", "index": n}
        elif block["type"] == "text":
            yield {"type": "content_block_start", "index": n, "content_block": {"type": "text", "text": ""}}
            yield {"type": "content_block_delta", "index": n, "delta": {"type": "text_delta", "text": block["text"]}}
            yield {"type": "content_block_stop", "index": n}
