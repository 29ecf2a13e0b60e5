import anthropic

client = anthropic.Anthropic()
THINK = {"type": "enabled", "budget_tokens": 2000}


def ask(history, tools, answer):
    first = client.messages.create(
        model="claude-sonnet-4-5", max_tokens=4096, messages=history, tools=tools, thinking=THINK
    )
    history.append({"role": "assistant", "content": first.content})
    history.append({"role": "user", "content": [answer(b) for b in first.content if b.type == "tool_use"]})
    return client.messages.create(
        model="claude-sonnet-4-5", max_tokens=4096, messages=history, tools=tools, thinking=THINK
    )
