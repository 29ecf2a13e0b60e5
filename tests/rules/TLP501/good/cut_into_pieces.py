"""Each kind names the delta that brings it; the start is what is left without those fields."""

import json

PIECES = {"text": ("text_delta",), "thinking": ("thinking_delta", "signature_delta")}
FIELDS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}


class Replayer:
    def __init__(self, width=20):
        self.width = width

    def frames(self, message):
        for n, block in enumerate(message["content"]):
            names = PIECES.get(block["type"], ())
            shell = {k: ("" if k in [FIELDS[d] for d in names] else v) for k, v in block.items()}
            yield self.frame({"type": "content_block_start", "index": n, "content_block": shell})
            for name in names:
                text = block[FIELDS[name]]
                for at in range(0, len(text), self.width if name != "signature_delta" else max(len(text), 1)):
                    delta = {"type": name, FIELDS[name]: text[at : at + self.width]}
                    yield self.frame({"type": "content_block_delta", "index": n, "delta": delta})
            yield self.frame({"type": "content_block_stop", "index": n})

    def frame(self, event):
        return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"
