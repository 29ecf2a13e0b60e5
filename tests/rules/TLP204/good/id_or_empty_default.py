import anthropic


def forward(client: anthropic.Anthropic, items, tools):
    messages = []
    answers = []
    for item in items:
        if item.get("kind") == "observation":
            ident = item.get("tool_use_id") or ""
            answers.append({"type": "tool_result", "tool_use_id": ident, "content": item["text"]})
            continue
        if answers:
            messages.append({"role": "user", "content": answers})
            answers = []
        messages.append({"role": item["role"], "content": item["content"]})
    if answers:
        messages.append({"role": "user", "content": answers})
    return client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
