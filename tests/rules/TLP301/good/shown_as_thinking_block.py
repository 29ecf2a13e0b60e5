import anthropic

client = anthropic.Anthropic()


def loop(history, tools, act, screen):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        started = {"type": "thinking", "thinking": "working...", "signature": ""}
        screen.draw([started, *[b.to_dict() for b in r.content]])
        history.append({"role": "assistant", "content": r.content})
        results = [act(b) for b in r.content if b.type == "tool_use"]
        if not results:
            return r
        history.append({"role": "user", "content": results})
