import anthropic

client = anthropic.Anthropic()


def chat(questions, tools, answer):
    history = []
    for question in questions:
        history.append({"role": "user", "content": question})
        while True:
            reply = client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=8000,
                messages=history,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 4000},
            )
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
        for message in history:
            if message["role"] == "assistant":
                message["content"] = [b for b in message["content"] if b.type not in ("thinking", "redacted_thinking")]
        history[:] = history[-200:]
