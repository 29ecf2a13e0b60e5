"""One function starts blocks, and who calls it sends what they hold."""

import json


def started(n, block):
    if block["type"] == "thinking":
        block = {"type": "thinking", "thinking": block["thinking"][:0], "signature": ""}
    return json.dumps({"type": "content_block_start", "index": n, "content_block": block})


def stream(message):
    for n, block in enumerate(message["content"]):
        yield started(n, block)
        if block["type"] == "thinking":
            for name, field in (("thinking_delta", "thinking"), ("signature_delta", "signature")):
                delta = {"type": name, field: block[field]}
                yield json.dumps({"type": "content_block_delta", "index": n, "delta": delta})
        yield json.dumps({"type": "content_block_stop", "index": n})
