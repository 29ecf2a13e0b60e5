import anthropic

client = anthropic.Anthropic()


def to_dict(b):
    if b.type == "thinking":
        return {"type": "thinking", "thinking": b.thinking}  # expect: TLP303
    return b.model_dump()


def loop(talk, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=talk, tools=tools)
        talk.append({"role": "assistant", "content": [to_dict(b) for b in r.content]})
        if r.stop_reason != "tool_use":
            return r
        talk.append({"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]})
