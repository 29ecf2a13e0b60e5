import anthropic


def without_blank_text(blocks):
    out = []
    for block in blocks:
        if block.type == "text" and not block.text.strip():
            continue
        out.append(block)
    return out


def loop(client: anthropic.Anthropic, log, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=log, tools=tools)
        turn = without_blank_text(m.content)
        if turn:
            log.append({"role": "assistant", "content": turn})
        results = [use(b) for b in m.content if b.type == "tool_use"]
        if not results:
            return m
        log.append({"role": "user", "content": results})
