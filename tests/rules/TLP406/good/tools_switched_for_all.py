import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, allowed):
    for step in range(10):
        reply = client.messages.create(
            model="claude-opus-5-5",
            max_tokens=4096,
            messages=history,
            tools=[t for t in tools if t["name"] in allowed],
            tool_choice={"type": "auto"} if step < 9 else {"type": "none"},
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
    return None
