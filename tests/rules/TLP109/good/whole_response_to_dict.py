import anthropic

client = anthropic.Anthropic()


def ask(messages, tools, answer):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=messages, tools=tools)
        body = reply.to_dict()
        messages.append({"role": body["role"], "content": body["content"]})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
