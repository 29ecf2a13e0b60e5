import anthropic


def to_wire(messages):
    out = []
    for message in messages:
        content = []
        if message.is_tool:
            content.append({"type": "tool_result", "tool_use_id": message.call_id, "content": message.text})
        else:
            content.append({"type": "text", "text": message.text})
        out.append({"role": "user" if message.is_tool else message.role, "content": content})
    return merge(out)


def merge(messages):
    out = []
    for message in messages:
        if out and out[-1]["role"] == message["role"]:
            out[-1]["content"].extend(message["content"])
        else:
            out.append(message)
    return out


def ask(client: anthropic.Anthropic, messages):
    return client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=to_wire(messages))
