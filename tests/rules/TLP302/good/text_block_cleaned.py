def tidy(blocks):
    """Trailing white space in text is refused by the API when the turn is the last message."""
    for block in blocks:
        if block["type"] == "text":
            block["text"] = block["text"].rstrip()
    return blocks


def advance(post, state, tools, execute):
    data = post("/v1/messages", json={"model": "claude-opus-4-5", "messages": state, "tools": tools}).json()
    state.append({"role": "assistant", "content": tidy(data["content"])})
    outs = [execute(b) for b in data["content"] if b["type"] == "tool_use"]
    if outs:
        state.append({"role": "user", "content": outs})
    return bool(outs)
