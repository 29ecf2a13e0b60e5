"""Chat Completions in, Messages events out: the reasoning is sent as it arrives."""


class Translator:
    def __init__(self):
        self.index = -1
        self.open = None

    def begin(self, kind):
        self.index += 1
        self.open = kind
        shell = {"type": kind, kind: "", **({"signature": ""} if kind == "thinking" else {})}
        return {"type": "content_block_start", "index": self.index, "content_block": shell}

    def feed(self, chunk):
        delta = chunk["choices"][0]["delta"]
        for field, kind in (("reasoning_content", "thinking"), ("content", "text")):
            if delta.get(field):
                if self.open != kind:
                    if self.open:
                        yield {"type": "content_block_stop", "index": self.index}
                    yield self.begin(kind)
                yield {"type": "content_block_delta", "index": self.index,
                       "delta": {"type": f"{kind}_delta", kind: delta[field]}}  # fmt: skip
