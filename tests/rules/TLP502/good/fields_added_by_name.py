"""Whatever a delta brings is added to the field of its name."""

import json

import requests

FIELD = {"partial_json": "input"}


def read(url, body, headers):
    blocks = []
    with requests.post(f"{url}/v1/messages", json={**body, "stream": True}, headers=headers, stream=True) as answer:
        for line in answer.iter_lines():
            if not line.startswith(b"data: "):
                continue
            event = json.loads(line[6:])
            if event["type"] == "content_block_start":
                block = dict(event["content_block"])
                if block["type"] == "tool_use":
                    block["input"] = ""
                blocks.append(block)
            elif event["type"] == "content_block_delta":
                for name, piece in event["delta"].items():
                    if name != "type":
                        blocks[-1][FIELD.get(name, name)] = blocks[-1].get(FIELD.get(name, name), "") + piece
            elif event["type"] == "content_block_stop" and blocks[-1]["type"] == "tool_use":
                blocks[-1]["input"] = json.loads(blocks[-1]["input"] or "{}")
    return blocks
