"""Results of the provider's own tools come whole with their start; thinking is refused beforehand."""


class NotReplayable(ValueError):
    pass


def frames(message):
    for n, block in enumerate(message["content"]):
        if block["type"] in ("thinking", "redacted_thinking"):
            raise NotReplayable(block["type"])
        yield {"type": "content_block_start", "index": n, "content_block": block}
        yield {"type": "content_block_stop", "index": n}
