from .events import send_deltas


def replay(message, send):
    for n, block in enumerate(message["content"]):
        send({"type": "content_block_start", "index": n, "content_block": block})
        send_deltas(n, block, send)
        send({"type": "content_block_stop", "index": n})
