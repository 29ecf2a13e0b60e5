def delta(message):
    """Chat-completions shape for a front end that knows nothing else; never sent to a model."""
    out = {"role": "assistant", "content": "", "reasoning_content": ""}
    for b in message.content:
        if b.type == "thinking":
            out["reasoning_content"] += b.thinking
        elif b.type == "text":
            out["content"] += b.text
    return out


def serve(client, wire, tools, use, send):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=wire, tools=tools)
        send({"choices": [{"delta": delta(m)}]})
        wire.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        wire.append({"role": "user", "content": outs})
