import requests


def run(messages):
    while True:
        data = requests.post(
            "https://api.openai.com/v1/chat/completions", json={"model": "gpt-4o", "messages": messages, "tools": TOOLS}
        ).json()
        m = data["choices"][0]["message"]
        calls = m.get("tool_calls")
        if not calls:
            return m["content"]
        for c in calls:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})  # expect: TLP105
