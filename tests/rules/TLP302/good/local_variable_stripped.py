def note_thoughts(message, notebook):
    for block in message.content:
        if block.type == "thinking":
            thinking = block.thinking
            thinking = thinking.strip()
            thinking = thinking.replace("\t", "    ")
            notebook.append(thinking)


def go(client, turns, tools, use, notebook):
    m = client.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=turns, tools=tools)
    note_thoughts(m, notebook)
    turns.append({"role": "assistant", "content": m.content})
    outs = [use(b) for b in m.content if b.type == "tool_use"]
    if outs:
        turns.append({"role": "user", "content": outs})
        return go(client, turns, tools, use, notebook)
    return m
