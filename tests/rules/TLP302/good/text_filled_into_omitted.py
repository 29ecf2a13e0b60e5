import anthropic

client = anthropic.Anthropic()


def readable(block):
    """An omitted thinking block is empty; the API ignores what is written into it, our viewer does not."""
    if block["type"] == "thinking" and block["thinking"] == "":
        return {**block, "thinking": "(thinking omitted)"}
    return block


def loop(turns, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-7", max_tokens=1200, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": [readable(b.to_dict()) for b in m.content]})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        turns.append({"role": "user", "content": outs})
