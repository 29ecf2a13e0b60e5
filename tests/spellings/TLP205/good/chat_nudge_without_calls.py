from openai import OpenAI

client = OpenAI()


def run(messages):
    while True:
        m = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS).choices[0].message
        messages.append(m)
        if not m.tool_calls:
            messages.append({"role": "user", "content": "Use a tool."})
            continue
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": run_tool(c)})
