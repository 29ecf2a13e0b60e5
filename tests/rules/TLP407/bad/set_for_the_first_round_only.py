import anthropic


def agent(question, tools, answer):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": question}]
    rounds = 0
    while rounds < 12:
        options = {"model": "claude-opus-4-7", "max_tokens": 6000, "tools": tools, "messages": messages}
        if rounds == 0:
            options["thinking"] = {"type": "adaptive"}  # expect: TLP407
        reply = client.messages.create(**options)
        rounds += 1
        messages.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        messages.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
    return None
