import anthropic

client = anthropic.Anthropic()


def ask(history, tools, answer):
    first = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": first.content})
    history.append({"role": "user", "content": [answer(b) for b in first.content if b.type == "tool_use"]})
    return client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=history, tools=tools)
