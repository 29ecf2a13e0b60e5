import anthropic

client = anthropic.Anthropic()
BAD = ("max_tokens", "refusal", "model_context_window_exceeded")


def checked(reply):
    if reply.stop_reason in BAD:
        raise RuntimeError(reply.stop_reason)
    return reply


def agent(history, tools, run):
    while True:
        reply = checked(
            client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        )
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
