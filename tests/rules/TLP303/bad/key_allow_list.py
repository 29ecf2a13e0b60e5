import os

import httpx

FIELDS = ("type", "text", "thinking", "id", "name", "input")


def slim(block):
    return {key: block[key] for key in FIELDS if key in block}  # expect: TLP303


def loop(chat, tools, functions):
    while True:
        data = httpx.post(
            "https://api.anthropic.com/v1/messages",
            headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
            json={"model": "claude-opus-4-5", "max_tokens": 4096, "messages": chat, "tools": tools},
        ).json()
        chat.append({"role": "assistant", "content": [slim(b) for b in data["content"]]})
        outs = []
        for b in data["content"]:
            if b["type"] == "tool_use":
                outs.append({"type": "tool_result", "tool_use_id": b["id"], "content": functions[b["name"]](b)})
        if not outs:
            return data
        chat.append({"role": "user", "content": outs})
