import anthropic


def converse(read, tools, answer):
    client = anthropic.Anthropic()
    history = []
    question = read()
    while question:
        history.append({"role": "user", "content": [{"type": "text", "text": question}]})  # expect: TLP409
        while True:
            reply = client.beta.messages.create(
                model="claude-opus-4-20250514",
                max_tokens=9000,
                messages=history,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 3000},
                betas=["interleaved-thinking-2025-05-14"],
            )
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
        question = read()
    return history
