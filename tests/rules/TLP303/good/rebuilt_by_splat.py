import os

import httpx


def fresh(block):
    """A new dict with all fields of the old one."""
    return {**block}


def step(convo, tools, use):
    data = httpx.post(
        "https://api.anthropic.com/v1/messages",
        headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
        json={"model": "claude-opus-4-5", "max_tokens": 1100, "messages": convo, "tools": tools},
    ).json()
    convo.append({"role": data["role"], "content": [fresh(b) for b in data["content"]]})
    outs = [use(b) for b in data["content"] if b["type"] == "tool_use"]
    if not outs:
        return data
    convo.append({"role": "user", "content": outs})
    return step(convo, tools, use)
