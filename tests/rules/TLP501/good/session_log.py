"""A log of what came, in events of the log's own: `started` is not the provider's start."""


def log_turn(turn, write):
    for n, block in enumerate(turn["content"]):
        write({"type": "block_started", "index": n, "content_block": block})
    write({"type": "turn_logged", "blocks": len(turn["content"])})


def is_start(event):
    return event["type"] == "content_block_start"
