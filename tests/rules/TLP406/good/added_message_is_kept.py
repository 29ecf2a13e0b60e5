import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, inbox):
    while True:
        note = {"role": "user", "content": inbox.get()}
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, messages=[*history, note], tools=tools
        )
        history.append(note)
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
        else:
            return reply
