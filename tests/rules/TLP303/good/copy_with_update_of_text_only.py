import anthropic

client = anthropic.Anthropic()


def trimmed(block):
    if block.type == "text":
        return block.model_copy(update={"text": block.text.rstrip()})
    return block.model_copy()


def loop(past, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=past, tools=tools)
        past.append({"role": "assistant", "content": [trimmed(b) for b in m.content]})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        past.append({"role": "user", "content": outs})
