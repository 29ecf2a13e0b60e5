import anthropic

client = anthropic.Anthropic()


def sizes(message):
    total = 0
    for b in message.content:
        if b.type == "redacted_thinking" and b.data:
            total += len(b.data)
        elif b.type == "thinking" and b.signature:
            total += len(b.thinking or "")
    return total


def loop(conversation, tools, use, stats):
    while True:
        m = client.beta.messages.create(model="claude-opus-4-7", max_tokens=2000, messages=conversation, tools=tools)
        stats.append(sizes(m))
        conversation.extend([{"role": "assistant", "content": m.content}])
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        conversation.extend([{"role": "user", "content": outs}])
