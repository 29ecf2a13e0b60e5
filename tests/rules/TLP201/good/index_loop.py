import os

import httpx


def loop(lines, tools, functions):
    with httpx.Client(headers={"x-api-key": os.environ["KEY"], "anthropic-version": "2023-06-01"}) as http:
        while True:
            body = {"model": "claude-opus-4-5", "max_tokens": 1800, "messages": lines, "tools": tools}
            data = http.post("https://api.anthropic.com/v1/messages", json=body).json()
            lines.append({"role": "assistant", "content": data["content"]})
            calls = [c for c in data["content"] if c["type"] == "tool_use"]
            if not calls:
                return data
            results = []
            for i in range(len(calls)):
                output = functions[calls[i]["name"]](calls[i]["input"])
                results.append({"type": "tool_result", "tool_use_id": calls[i]["id"], "content": output})
            lines.append({"role": "user", "content": results})
