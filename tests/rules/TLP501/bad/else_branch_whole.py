"""A finished response is replayed as server-sent events; only text is sent in pieces."""

import json


def sse(event):
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


def as_stream(message):
    yield sse({"type": "message_start", "message": {**message, "content": []}})
    for n, block in enumerate(message["content"]):
        if block["type"] == "text":
            yield sse({"type": "content_block_start", "index": n, "content_block": {"type": "text", "text": ""}})
            delta = {"type": "text_delta", "text": block["text"]}
            yield sse({"type": "content_block_delta", "index": n, "delta": delta})
        else:
            yield sse({"type": "content_block_start", "index": n, "content_block": block})  # expect: TLP501
        yield sse({"type": "content_block_stop", "index": n})
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield sse({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 1}})
    yield sse({"type": "message_stop"})
