import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    arguments = {
        "model": "claude-opus-4-7",
        "max_tokens": 4096,
        "tools": tools,
        "thinking": {"type": "adaptive"},
    }
    while True:
        reply = client.messages.create(messages=history, **arguments)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
        arguments.pop("thinking", None)  # expect: TLP407
