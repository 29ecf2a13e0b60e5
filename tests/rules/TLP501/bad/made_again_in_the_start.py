"""Events of a cached answer: the thinking block is made again, text and signature at once."""


class CachedStream:
    def __init__(self, message):
        self.message = message

    def __iter__(self):
        head = {**self.message, "content": [], "stop_reason": None}
        yield {"type": "message_start", "message": head}
        for i, block in enumerate(self.message["content"]):
            kind = block["type"]
            if kind == "thinking":
                yield {  # expect: TLP501
                    "type": "content_block_start",
                    "index": i,
                    "content_block": {
                        "type": "thinking",
                        "thinking": block["thinking"],
                        "signature": block["signature"],
                    },
                }
            elif kind == "text":
                yield {"type": "content_block_start", "index": i, "content_block": {"type": "text", "text": ""}}
                yield {
                    "type": "content_block_delta",
                    "index": i,
                    "delta": {"type": "text_delta", "text": block["text"]},
                }
            else:
                yield {"type": "content_block_start", "index": i, "content_block": block}
            yield {"type": "content_block_stop", "index": i}
        yield {"type": "message_stop"}
