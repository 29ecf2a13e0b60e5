import os

import httpx

HEADERS = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}


def post(payload):
    answer = httpx.post("https://api.anthropic.com/v1/messages", headers=HEADERS, json=payload, timeout=120)
    answer.raise_for_status()
    return answer.json()


def run(task, tools, dispatch):
    convo = [{"role": "user", "content": task}]
    while True:
        data = post({"model": "claude-opus-4-5", "max_tokens": 4096, "messages": convo, "tools": tools})
        convo = convo + [{"role": "assistant", "content": data["content"]}]
        if data["stop_reason"] != "tool_use":
            return data
        answers = []
        for c in data["content"]:
            if c["type"] == "tool_use":
                answers.append(
                    {"type": "tool_result", "tool_use_id": c["id"], "content": dispatch(c["name"], c["input"])}
                )
        convo = convo + [{"role": "user", "content": answers}]
