import os

import requests

URL = "https://api.anthropic.com/v1/messages"


def run(messages, tools, use):
    headers = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}
    body = {"model": "claude-opus-4-5", "max_tokens": 2000, "messages": messages, "tools": tools}
    data = requests.post(URL, json=body, headers=headers).json()
    messages.append({"role": "assistant", "content": data["content"]})
    content = []
    for part in data["content"]:
        if part["type"] != "tool_use":
            continue
        while True:
            answer = use(part["name"], part["input"])
            content.append({"type": "tool_result", "tool_use_id": part["id"], "content": answer["text"]})  # expect: TLP207
            if answer["done"]:
                break
    messages.append({"role": "user", "content": content})
