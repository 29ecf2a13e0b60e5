def trace(history):
    """The newest results, for the status line."""
    last = history[-1]
    if last["role"] != "user" or isinstance(last["content"], str):
        return ""
    return last["content"][0]["tool_use_id"]


def loop(client, history, tools, run, status):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=history, tools=tools)
        history.append({"role": "assistant", "content": m.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in m.content
            if b.type == "tool_use"
        ]
        if not results:
            return m
        history.append({"role": "user", "content": results})
        status(trace(history))
