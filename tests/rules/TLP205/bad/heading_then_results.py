import os

import requests

ENDPOINT = "https://api.anthropic.com/v1/messages"


def call_api(messages, tools):
    response = requests.post(
        ENDPOINT,
        headers={"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"},
        json={"model": "claude-opus-4-5", "max_tokens": 2048, "messages": messages, "tools": tools},
    )
    return response.json()


def run(messages, tools, execute):
    while True:
        data = call_api(messages, tools)
        messages.append({"role": "assistant", "content": data["content"]})
        uses = [part for part in data["content"] if part["type"] == "tool_use"]
        if not uses:
            return data
        content = [{"type": "text", "text": "Results:"}]
        for use in uses:
            output = execute(use["name"], use["input"])
            content.append({"type": "tool_result", "tool_use_id": use["id"], "content": output})
        messages.append({"role": "user", "content": content})  # expect: TLP205
