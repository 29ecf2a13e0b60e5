def forget_screenshots(messages, keep=3):
    """Only the newest screenshots stay; the results they belong to keep their ids."""
    seen = 0
    for message in reversed(messages):
        if message["role"] != "user" or isinstance(message["content"], str):
            continue
        for block in message["content"]:
            if block["type"] != "tool_result" or not isinstance(block["content"], list):
                continue
            for part in block["content"]:
                if part["type"] == "image":
                    seen += 1
                    if seen > keep:
                        part.clear()
                        part.update({"type": "text", "text": "[old screenshot]"})


def computer_use(client, messages, tools, act):
    while True:
        forget_screenshots(messages)
        m = client.beta.messages.create(model="claude-opus-4-6", max_tokens=1200, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in m.content]})
        outs = [act(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        messages.append({"role": "user", "content": outs})
