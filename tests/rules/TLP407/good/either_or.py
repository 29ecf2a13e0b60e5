import anthropic

client = anthropic.Anthropic()


def request(history, tools, thinks):
    if thinks:
        return client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, thinking={"type": "adaptive"}
        )
    return client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)


def agent(history, tools, answer, thinks):
    while True:
        reply = request(history, tools, thinks)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
