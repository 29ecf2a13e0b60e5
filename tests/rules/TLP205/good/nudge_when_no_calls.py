import anthropic

client = anthropic.Anthropic()


def insist(messages, tools, run, limit=3):
    for _ in range(limit):
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=9000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            messages.append({"role": "user", "content": "Please use one of the tools."})
            continue
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
    return messages
