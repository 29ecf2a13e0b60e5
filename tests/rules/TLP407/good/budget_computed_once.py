import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, hard):
    budget = 16000 if hard else 2000
    while True:
        reply = client.messages.create(
            model="claude-sonnet-4-5", max_tokens=4096, messages=history, tools=tools, thinking={"type": "enabled", "budget_tokens": budget}
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
