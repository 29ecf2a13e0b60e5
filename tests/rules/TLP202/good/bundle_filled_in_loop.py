import anthropic

client = anthropic.Anthropic()


def loop(turns, tools, run):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        if m.stop_reason != "tool_use":
            return m
        bundle = {"role": "user", "content": []}
        turns.append(bundle)
        for b in m.content:
            if b.type == "tool_use":
                bundle["content"].append({"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)})
