import anthropic

client = anthropic.Anthropic()


def solve(messages, tools, answer, bill):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        bill.append(reply.usage.model_dump())
        messages.append({"role": reply.role, "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        messages.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
