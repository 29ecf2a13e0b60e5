import anthropic

client = anthropic.Anthropic()


def solve(messages, tools, answer):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    while reply.stop_reason == "tool_use":
        blocks = [b.model_dump(mode="json", by_alias=True, exclude_unset=True) for b in reply.content]
        messages.append({"role": "assistant", "content": blocks})
        messages.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    return reply
