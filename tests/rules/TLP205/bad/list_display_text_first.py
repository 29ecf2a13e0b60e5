import anthropic

client = anthropic.Anthropic()


def answer(history, tools, registry):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": r.content})
        outs = []
        for use in r.content:
            if use.type == "tool_use":
                outs.append({"type": "tool_result", "tool_use_id": use.id, "content": registry[use.name](use.input)})
        if not outs:
            return r
        history.append({
            "role": "user",
            "content": [{"type": "text", "text": "Here is what the tools say:"}, *outs],  # expect: TLP205
        })
