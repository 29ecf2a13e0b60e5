import os

import httpx

URL = "https://api.anthropic.com/v1/messages"


def request(messages, tools):
    body = {"model": "claude-opus-4-5", "max_tokens": 4096, "messages": messages, "tools": tools}
    key = os.environ.get("ANTHROPIC_API_KEY", "")
    answer = httpx.post(URL, json=body, headers={"x-api-key": key, "anthropic-version": "2023-06-01"})
    return answer.raise_for_status().json()


def drive(messages, tools, use):
    data = request(messages, tools)
    while data["stop_reason"] == "tool_use":
        messages.append({"role": "assistant", "content": data["content"]})
        content = [
            {"type": "tool_result", "tool_use_id": part["id"], "content": use(part["name"], part["input"])}
            for part in data["content"]
            if part["type"] == "tool_use"
        ]
        messages.append({"role": "user", "content": content})
        data = request(messages, tools)
    return data
