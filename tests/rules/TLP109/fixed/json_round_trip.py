from anthropic import Anthropic

client = Anthropic()


def request(history, tools):
    return client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)


def drive(history, tools, answer):
    while True:
        reply = request(history, tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
