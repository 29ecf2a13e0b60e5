import anthropic

client = anthropic.Anthropic()


def loop(turns, tools, use):
    while True:
        r = client.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=turns, tools=tools)
        if not r.content:
            return r
        turns.append({"role": "assistant", "content": r.content})
        if r.stop_reason != "tool_use":
            return r
        turns.append({"role": "user", "content": [use(b) for b in r.content if b.type == "tool_use"]})
