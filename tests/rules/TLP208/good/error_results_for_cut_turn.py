import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        if reply.stop_reason == "tool_use":
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        else:
            results = [
                {"type": "tool_result", "tool_use_id": c.id, "content": "cut off: not run", "is_error": True}
                for c in calls
            ]
        history.append({"role": "user", "content": results})
