import json


def collect(lines):
    """The content of a streamed turn, from the lines of its events."""
    blocks, raw = {}, {}
    for line in lines:
        if not line.startswith("data:"):
            continue
        event = json.loads(line[5:])
        if event["type"] == "content_block_start":
            blocks[event["index"]] = event["content_block"]
        elif event["type"] == "content_block_delta":
            delta, block = event["delta"], blocks[event["index"]]
            if delta["type"] == "input_json_delta":
                raw[event["index"]] = raw.get(event["index"], "") + delta["partial_json"]
            elif delta["type"] == "citations_delta":
                block.setdefault("citations", []).append(delta["citation"])
            elif delta["type"] in ("text_delta", "thinking_delta", "signature_delta"):
                field = delta["type"].removesuffix("_delta")
                block[field] = block.get(field, "") + delta[field]
    for index, text in raw.items():
        blocks[index]["input"] = json.loads(text or "{}")
    return {"role": "assistant", "content": list(blocks.values())}
