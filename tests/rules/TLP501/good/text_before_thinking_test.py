"""Only text is replayed to the page; the test lets nothing else through."""


def page_events(message):
    for n, block in enumerate(b for b in message["content"] if b["type"] == "text"):
        yield {"type": "content_block_start", "index": n, "content_block": block}
        yield {"type": "content_block_stop", "index": n}
