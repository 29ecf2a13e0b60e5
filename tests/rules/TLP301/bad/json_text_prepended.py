import json
import os

import httpx

HEADERS = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}


def talk(lines, tools, functions):
    while True:
        body = {"model": "claude-opus-4-5", "max_tokens": 4096, "messages": lines, "tools": tools}
        data = httpx.post("https://api.anthropic.com/v1/messages", headers=HEADERS, json=body).json()
        blocks = data["content"]
        if blocks[0]["type"] != "thinking":
            thought = json.loads('{"type": "thinking", "thinking": "I will look.", "signature": "Eq"}')  # expect: TLP301
            blocks.insert(0, thought)
        lines.append({"role": "assistant", "content": blocks})
        outs = []
        for b in blocks:
            if b["type"] == "tool_use":
                text = functions[b["name"]](b["input"])
                outs.append({"type": "tool_result", "tool_use_id": b["id"], "content": text})
        if not outs:
            return data
        lines.append({"role": "user", "content": outs})
