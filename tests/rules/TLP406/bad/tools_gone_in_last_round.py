import anthropic

LIMIT = 8
client = anthropic.Anthropic()


def agent(history, tools, answer):
    for step in range(LIMIT):
        reply = client.messages.create(
            model="claude-fable-5-1",
            max_tokens=4096,
            messages=history,
            tools=tools if step < LIMIT - 1 else [],  # expect: TLP406
        )
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            break
        history.append({"role": "user", "content": results})
    return history
