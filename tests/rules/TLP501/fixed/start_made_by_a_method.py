"""A builder of events with a method for each; the one for thinking takes the block whole."""

import json


class Builder:
    def __init__(self, write):
        self.write = write
        self.index = 0

    def send(self, event):
        self.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

    def thinking(self, block):
        self.send(
            {
                "type": "content_block_start",
                "index": self.index,
                "content_block": {
                    "type": "thinking",
                    "thinking": "",
                    "signature": "",
                },
            }
        )
        self.send(
            {
                "type": "content_block_delta",
                "index": self.index,
                "delta": {"type": "thinking_delta", "thinking": block["thinking"]},
            }
        )
        self.send(
            {
                "type": "content_block_delta",
                "index": self.index,
                "delta": {"type": "signature_delta", "signature": block.get("signature", "")},
            }
        )
        self.stop()

    def text(self, text):
        self.send({"type": "content_block_start", "index": self.index, "content_block": {"type": "text", "text": ""}})
        self.send({"type": "content_block_delta", "index": self.index, "delta": {"type": "text_delta", "text": text}})
        self.stop()

    def whole(self, block):
        self.send({"type": "content_block_start", "index": self.index, "content_block": block})
        self.stop()

    def stop(self):
        self.send({"type": "content_block_stop", "index": self.index})
        self.index += 1


def write_turn(turn, write):
    builder = Builder(write)
    for block in turn["content"]:
        if block["type"] == "thinking":
            builder.thinking(block)
        elif block["type"] == "text":
            builder.text(block["text"])
        else:
            builder.whole(block)
