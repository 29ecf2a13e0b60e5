import os

import httpx

KEY = os.environ.get("ANTHROPIC_API_KEY", "")


def agent(prompt, tools, functions):
    dialog = [{"role": "user", "content": prompt}]
    while True:
        data = httpx.post(
            "https://api.anthropic.com/v1/messages",
            headers={"x-api-key": KEY, "anthropic-version": "2023-06-01"},
            json={"model": "claude-opus-4-5", "max_tokens": 1024, "messages": dialog, "tools": tools},
        ).json()
        dialog = [*dialog, {"role": "assistant", "content": data["content"]}]
        if data["stop_reason"] != "tool_use":
            return data
        results = []
        for part in data["content"]:
            if part["type"] == "tool_use":
                value = functions[part["name"]](**part["input"])
                entry = {"type": "tool_result", "tool_use_id": part["id"], "content": value}
                results.append(entry)
        dialog = [*dialog, {"role": "user", "content": results}]
