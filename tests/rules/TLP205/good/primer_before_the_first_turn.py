import anthropic

client = anthropic.Anthropic()


def solve(task, tools, run):
    messages = [{"role": "user", "content": "You are asked to:"}]
    messages.append({"role": "assistant", "content": "What should I do?"})
    messages.append({"role": "user", "content": task})
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    results = [
        {"type": "tool_result", "tool_use_id": b.id, "content": run(b)} for b in reply.content if b.type == "tool_use"
    ]
    messages.append({"role": "user", "content": results})
    return client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools)
