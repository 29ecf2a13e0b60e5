import ollama


def run(messages):
    while True:
        m = ollama.chat(model="qwen3", messages=messages, tools=TOOLS)["message"]
        messages.append(m)
        if not m.get("tool_calls"):
            return m["content"]
        for c in m["tool_calls"]:
            messages.append({"role": "tool", "content": execute(c)})
