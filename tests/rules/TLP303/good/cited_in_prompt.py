import anthropic

client = anthropic.Anthropic()


def second_opinion(blocks):
    """Another model reads the thoughts as plain text in a user message."""
    thoughts = "\n".join(b.thinking for b in blocks if b.type == "thinking")
    text = {"type": "text", "text": f"<thoughts>{thoughts}</thoughts>\nIs this sound?"}
    r = client.messages.create(
        model="claude-haiku-4-5", max_tokens=300, messages=[{"role": "user", "content": [text]}]
    )
    return r.content[0].text


def loop(dialog, tools, use, doubts):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=dialog, tools=tools)
        doubts.append(second_opinion(m.content))
        dialog.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        dialog.append({"role": "user", "content": outs})
