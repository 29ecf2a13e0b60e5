import os

import httpx

DELIBERATION = ("thinking", "redacted_thinking")


def slim(block):
    if block["type"] in DELIBERATION:
        return block
    return {k: v for k, v in block.items() if k not in ("citations", "caller") or v}


async def ask(http: httpx.AsyncClient, story, tools):
    response = await http.post(
        "https://api.anthropic.com/v1/messages",
        headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
        json={"model": "claude-opus-4-5", "max_tokens": 1000, "messages": story, "tools": tools},
    )
    return response.json()


async def loop(http, story, tools, act):
    while True:
        data = await ask(http, story, tools)
        story.append({"role": "assistant", "content": [slim(b) for b in data["content"]]})
        outs = [await act(b) for b in data["content"] if b["type"] == "tool_use"]
        if not outs:
            return data
        story.append({"role": "user", "content": outs})
