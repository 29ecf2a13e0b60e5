import copy

import httpx

URL = "https://api.anthropic.com/v1/messages"


def solve(messages, tools, answer, headers):
    while True:
        body = {"model": "claude-opus-4-7", "max_tokens": 900, "messages": messages, "tools": tools}
        reply = httpx.post(URL, json=body, headers=headers).json()
        messages.append({"role": "assistant", "content": copy.deepcopy(reply["content"])})
        if reply["stop_reason"] != "tool_use":
            return reply
        messages.append({"role": "user", "content": [answer(b) for b in reply["content"] if b["type"] == "tool_use"]})
