import requests


def run(messages):
    while True:
        r = requests.post(
            "https://api.deepseek.com/chat/completions",
            json={"model": "deepseek-chat", "messages": messages, "tools": TOOLS},
        )
        m = r.json()["choices"][0]["message"]
        if not m["tool_calls"]:
            return m["content"]
        messages.append({"role": "assistant", "content": m["content"], "tool_calls": m["tool_calls"]})  # expect: TLP107
        for c in m["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})
