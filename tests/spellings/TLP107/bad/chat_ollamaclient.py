from ollama import Client

client = Client()


def run(messages):
    while True:
        m = client.chat(model="qwen3", messages=messages, tools=TOOLS).message
        if not m.tool_calls:
            return m.content
        messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})  # expect: TLP107
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})
