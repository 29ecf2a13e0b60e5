import anthropic

client = anthropic.Anthropic()


def chat(history, tools, answer, read):
    while question := read():
        history.append({"role": "user", "content": question})
        try:
            reply = client.messages.create(
                model="claude-opus-5-5", max_tokens=4096, messages=history, tools=tools
            )
        except anthropic.APIError:
            history.pop()
            continue
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
