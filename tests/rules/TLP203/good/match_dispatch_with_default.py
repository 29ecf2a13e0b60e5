import os
import time

import httpx


def dispatch(block):
    match block["name"]:
        case "now":
            return time.ctime()
        case "env":
            return os.environ.get(block["input"]["key"], "")
        case other:
            return f"unknown tool {other}"


def drive(prompt, tools):
    lines = [{"role": "user", "content": prompt}]
    headers = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
    while True:
        body = {"model": "claude-opus-4-5", "max_tokens": 1400, "messages": lines, "tools": tools}
        data = httpx.post("https://api.anthropic.com/v1/messages", headers=headers, json=body).json()
        lines.append({"role": "assistant", "content": data["content"]})
        uses = [b for b in data["content"] if b["type"] == "tool_use"]
        if not uses:
            return data
        outs = [{"type": "tool_result", "tool_use_id": u["id"], "content": dispatch(u) or "-"} for u in uses]
        lines.append({"role": "user", "content": outs})
