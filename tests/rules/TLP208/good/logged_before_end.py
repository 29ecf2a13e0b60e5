import anthropic

client = anthropic.Anthropic()


def is_cut(reply):
    return reply.stop_reason in ("max_tokens", "model_context_window_exceeded")


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        if is_cut(reply):
            return None
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "end_turn":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
