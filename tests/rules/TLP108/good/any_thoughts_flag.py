def step(client, state, tools, use):
    """One step of the graph; the flag only steers the spinner."""
    m = client.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=state["messages"], tools=tools)
    thought = any(b.thinking for b in m.content if b.type == "thinking")
    new = [{"role": "assistant", "content": m.content}]
    results = [use(b) for b in m.content if b.type == "tool_use"]
    if results:
        new.append({"role": "user", "content": results})
    return {**state, "messages": state["messages"] + new, "spinner": bool(thought), "done": not results}
