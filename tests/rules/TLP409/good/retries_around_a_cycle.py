import anthropic

client = anthropic.Anthropic()


def solve(history, tools, answer):
    for _ in range(50):
        for attempt in range(3):
            try:
                reply = client.messages.create(
                    model="claude-sonnet-4-5",
                    max_tokens=8000,
                    messages=history,
                    tools=tools,
                    thinking={"type": "enabled", "budget_tokens": 4000},
                )
                break
            except anthropic.RateLimitError:
                print("again", attempt)
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return reply
        history.append({"role": "user", "content": results})
    return None
