import anthropic

client = anthropic.Anthropic()


def pack(block):
    kind = block.type
    if kind == "thinking":
        return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
    if kind == "redacted_thinking":
        return {"type": "redacted_thinking", "data": block.data}
    return block


def cycle(h, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=h, tools=tools)
        h.append({"role": "assistant", "content": [pack(b) for b in r.content]})
        if r.stop_reason != "tool_use":
            return r
        h.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
