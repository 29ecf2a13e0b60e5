import anthropic

client = anthropic.Anthropic()


def interview(questions, tools, use):
    """One user message per question, each answered before the next one is asked."""
    talk = []
    for question in questions:
        talk.append({"role": "user", "content": [{"type": "text", "text": question}]})
        while True:
            m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=talk, tools=tools)
            talk.append({"role": "assistant", "content": m.content})
            outs = [use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                break
            talk.append({"role": "user", "content": outs})
    return talk
