import litellm
def loop(messages, tools, run):
    while True:
        m = litellm.completion(model="gpt-4o", messages=messages, tools=tools).choices[0].message
        messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})
        if not m.tool_calls:
            return m
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": run(c)})
