import anthropic

client = anthropic.Anthropic()


def copy_block(b):
    if b.type == "thinking":
        return {"type": "thinking", "thinking": b.thinking, "signature": b.signature}
    return b.model_dump(exclude_none=True)


def loop(convo, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=convo, tools=tools)
        convo.append({"role": "assistant", "content": [copy_block(b) for b in r.content]})
        if r.stop_reason != "tool_use":
            return r
        convo.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
