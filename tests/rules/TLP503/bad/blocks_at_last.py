"""Whatever happens, the turn is written down at last."""

import json

import httpx


def talk(body, messages, key):
    content = []
    headers = {"x-api-key": key, "anthropic-version": "2023-06-01"}
    try:
        with httpx.stream("POST", "https://api.anthropic.com/v1/messages", json=body, headers=headers) as response:
            for line in response.iter_lines():
                if not line.startswith("data: "):
                    continue
                event = json.loads(line[6:])
                if event["type"] == "content_block_start":
                    content.append(dict(event["content_block"]))
                elif event["type"] == "content_block_delta":
                    delta = event["delta"]
                    if delta["type"] == "input_json_delta":
                        content[-1]["raw"] = content[-1].get("raw", "") + delta["partial_json"]
                    else:
                        field = delta["type"].removesuffix("_delta")
                        content[-1][field] = content[-1].get(field, "") + delta[field]
                elif event["type"] == "content_block_stop" and "raw" in content[-1]:
                    content[-1]["input"] = json.loads(content[-1].pop("raw") or "{}")
    finally:
        messages.append({"role": "assistant", "content": content})  # expect: TLP503
