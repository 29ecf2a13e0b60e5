import anthropic

client = anthropic.Anthropic()


def step(messages, tools, execute_all):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    ids, requests = [], []
    for block in reply.content:
        if block.type == "tool_use":
            ids.append(block.id)
            requests.append((block.name, block.input))
    outputs = execute_all(requests)
    content = []
    for i, output in enumerate(outputs):
        content.append({"type": "tool_result", "tool_use_id": ids[i], "content": output})
    if content:
        messages.append({"role": "user", "content": content})
    return content
