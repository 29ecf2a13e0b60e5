import requests


def run(messages):
    while True:
        r = requests.post(
            "https://openrouter.ai/api/v1/chat/completions",
            json={"model": M, "messages": messages, "tools": TOOLS},
            headers=H,
        )
        m = r.json()["choices"][0]["message"]
        if not m["tool_calls"]:
            return m["content"]
        messages.append({k: m.get(k) for k in ["role", "content", "tool_calls"]})  # expect: TLP107
        for c in m["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})
