import anthropic

client = anthropic.Anthropic()


def ask(question, tools, answer):
    history = [{"role": "user", "content": question}]
    hard = client.messages.create(model="claude-opus-4-7", max_tokens=5, messages=history).content[0].text == "hard"
    print(hard)
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, thinking={"type": "adaptive"}
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
