import anthropic

client = anthropic.Anthropic()


def batch(questions, tools, answer):
    for question in questions:
        history = [{"role": "user", "content": question}]
        while True:
            reply = client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=8000,
                messages=history,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 4000},
            )
            history.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                yield reply
                break
            history.append({"role": "user", "content": results})
