import json

EMPTY = {"text": {"type": "text", "text": ""}, "thinking": {"type": "thinking", "thinking": "", "signature": ""}}


def deltas(block):
    if block["type"] == "text":
        yield {"type": "text_delta", "text": block["text"]}
    elif block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}
        yield {"type": "signature_delta", "signature": block["signature"]}
    elif block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def replay(message, send):
    for n, block in enumerate(message["content"]):
        send({"type": "content_block_start", "index": n, "content_block": EMPTY.get(block["type"]) or block})
        for delta in deltas(block):
            send({"type": "content_block_delta", "index": n, "delta": delta})
        send({"type": "content_block_stop", "index": n})
