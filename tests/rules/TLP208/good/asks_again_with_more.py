import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    limit = 1024
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=limit, messages=history, tools=tools)
        if reply.stop_reason == "max_tokens" and limit < 32000:
            limit *= 2
            continue
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "end_turn":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
