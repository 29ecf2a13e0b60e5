import json


def sse(event):
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


def as_stream(message):
    yield sse({"type": "message_start", "message": {**message, "content": []}})
    for n, block in enumerate(message["content"]):
        if block["type"] == "thinking":
            shell = {"type": "thinking", "thinking": "", "signature": ""}
            yield sse({"type": "content_block_start", "index": n, "content_block": shell})
            for delta in (
                {"type": "thinking_delta", "thinking": block["thinking"]},
                {"type": "signature_delta", "signature": block["signature"]},
            ):
                yield sse({"type": "content_block_delta", "index": n, "delta": delta})
        else:
            yield sse({"type": "content_block_start", "index": n, "content_block": block})
        yield sse({"type": "content_block_stop", "index": n})
    yield sse({"type": "message_stop"})
