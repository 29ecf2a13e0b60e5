def clean(value):
    """Tool output may hold lone surrogates, which cannot be sent."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [clean(v) for v in value]
    if isinstance(value, dict):
        return {k: clean(v) for k, v in value.items()}
    return value


def loop(client, turns, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        outs = [
            {"type": "tool_result", "tool_use_id": b.id, "content": clean(use(b.name, b.input))}
            for b in m.content
            if b.type == "tool_use"
        ]
        if not outs:
            return m
        turns.append({"role": "user", "content": outs})
