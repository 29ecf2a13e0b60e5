import anthropic

client = anthropic.Anthropic()


def loop(thread, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1400, messages=thread, tools=tools)
        thread.append({"role": "assistant", "content": m.content})
        calls = [b for b in m.content if b.type == "tool_use"]
        if not calls:
            return m
        answered = {}
        for c in calls:
            try:
                answered[c.id] = use(c.name, c.input)
            except OSError as exc:
                answered[c.id] = f"failed: {exc}"
                break
        outs = [
            {"type": "tool_result", "tool_use_id": c.id, "content": answered.get(c.id, "not run")}
            for c in calls
        ]
        thread.append({"role": "user", "content": outs})
