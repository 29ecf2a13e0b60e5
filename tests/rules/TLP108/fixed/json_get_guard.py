import os

import requests


def converse(lines, tools, functions):
    while True:
        data = requests.post(
            "https://api.anthropic.com/v1/messages",
            headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
            json={"model": "claude-opus-4-7", "max_tokens": 4096, "messages": lines, "tools": tools},
            timeout=300,
        ).json()
        lines = lines + [{"role": "assistant", "content": data["content"]}]
        outs = []
        for piece in data["content"]:
            if piece["type"] == "tool_use":
                value = functions[piece["name"]](piece["input"])
                outs.append({"type": "tool_result", "tool_use_id": piece["id"], "content": value})
        if not outs:
            return lines
        lines = lines + [{"role": "user", "content": outs}]
