import anthropic

client = anthropic.Anthropic()


def preview(block, width=120):
    if block.type == "thinking":
        return {"type": "thinking", "thinking": block.thinking[:width] + "..."}
    if block.type == "text":
        return {"type": "text", "text": block.text[:width] + "..."}
    return {"type": block.type}


def loop(turns, tools, use, status):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=turns, tools=tools)
        status.update([preview(b) for b in m.content])
        turns.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        turns.append({"role": "user", "content": outs})
