import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    for step in range(20):
        reply = client.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            messages=history,
            tools=tools,
            thinking={"type": "adaptive"} if step == 0 else {"type": "disabled"},  # expect: TLP407
        )
        history.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return reply
        history.append({"role": "user", "content": results})
    return None
