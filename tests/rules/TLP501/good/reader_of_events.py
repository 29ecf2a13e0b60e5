"""Reads a stream: starts are looked at, none is made."""


def blocks(events):
    found = []
    for event in events:
        if event["type"] == "content_block_start":
            found.append(dict(event["content_block"]))
        elif event["type"] == "content_block_delta":
            for name, piece in event["delta"].items():
                if name != "type":
                    found[-1][name] = found[-1].get(name, "") + piece
    return {"type": "message", "role": "assistant", "content": found}
