"""The rebuilt messages stand in a body that is dumped because a request takes it: that is no export."""

import json
import urllib.request

URL = "https://api.anthropic.com/v1/messages"


def body(history, tools, limit):
    messages = []
    for message in history:
        if message["role"] == "user":
            messages.append(message)
            continue
        content = []
        for block in message["content"]:
            if block["type"] == "text":
                content.append({"type": "text", "text": block["text"]})
            elif block["type"] == "tool_use":
                content.append({"type": "tool_use", "id": block["id"], "name": block["name"], "input": block["input"]})
        messages.append({"role": "assistant", "content": content})  # expect: TLP102
    return json.dumps({"model": "claude-opus-4-5", "max_tokens": limit, "messages": messages, "tools": tools})


def ask(history, tools, key):
    request = urllib.request.Request(
        URL,
        data=body(history, tools, 4096).encode(),
        headers={"x-api-key": key, "anthropic-version": "2023-06-01", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as got:
        reply = json.load(got)
    history.append({"role": "assistant", "content": reply["content"]})
    return [b for b in reply["content"] if b["type"] == "tool_use"]
