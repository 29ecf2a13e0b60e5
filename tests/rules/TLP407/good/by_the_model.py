import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, model):
    while True:
        mode = {"type": "adaptive"} if "opus" in model else {"type": "disabled"}
        reply = client.messages.create(
            model=model, max_tokens=4096, messages=history, tools=tools, thinking=mode
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
