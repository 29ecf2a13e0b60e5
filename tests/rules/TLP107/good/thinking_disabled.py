from openai import OpenAI
client = OpenAI(base_url="https://api.deepseek.com")
def loop(messages, tools, run):
    while True:
        m = client.chat.completions.create(model="deepseek-chat", messages=messages, tools=tools, extra_body={"thinking": {"type": "disabled"}}).choices[0].message
        messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})
        if not m.tool_calls:
            return m
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": run(c)})
