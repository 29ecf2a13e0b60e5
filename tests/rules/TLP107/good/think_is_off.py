import ollama
def loop(messages, tools, run):
    while True:
        r = ollama.chat(model="qwen3", messages=messages, tools=tools, think=False)
        messages.append({"role": "assistant", "content": r.message.content, "tool_calls": r.message.tool_calls})
        if not r.message.tool_calls:
            return r
        for c in r.message.tool_calls:
            messages.append({"role": "tool", "tool_name": c.function.name, "content": run(c)})
