import anthropic

client = anthropic.Anthropic()


def describe(message):
    parts = []
    for block in message.content:
        if block.type == "text":
            parts.append(block.text)
        elif block.type == "tool_use":
            parts.append(f"[Tool use requested: {block.name}({block.input})]")
    return "\n".join(parts)


def ask_again(thread, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1000, messages=thread, tools=tools)
        if m.stop_reason != "tool_use":
            return m
        observations = [f"{b.name}: {use(b.name, b.input)}" for b in m.content if b.type == "tool_use"]
        thread.append({"role": "assistant", "content": describe(m)})  # expect: TLP104
        thread.append({"role": "user", "content": "Observations:\n" + "\n".join(observations)})
