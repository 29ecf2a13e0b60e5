import anthropic

client = anthropic.Anthropic()


def solve(messages, tools, answer):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
        calls = [block for block in reply.content if block.type == "tool_use"]
        if not calls:
            return reply
        messages.append({"role": "user", "content": [answer(call) for call in calls]})
