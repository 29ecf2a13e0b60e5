import anthropic

client = anthropic.Anthropic()


def cycle(h, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=h, tools=tools)
        turn = []
        for b in r.content:
            turn.append({"type": "redacted_thinking"} if b.type == "redacted_thinking" else b)
        h.append({"role": "assistant", "content": turn})  # expect: TLP103
        if r.stop_reason != "tool_use":
            return r
        h.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
