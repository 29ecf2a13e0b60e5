import anthropic

client = anthropic.Anthropic()


def two_questions(history, hard, easy):
    history.append({"role": "user", "content": hard})
    first = client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=history, thinking={"type": "adaptive"}
    )
    other = [{"role": "user", "content": f"{easy}: {first.content[-1].text}"}]
    return client.messages.create(model="claude-opus-4-7", max_tokens=400, messages=other)
