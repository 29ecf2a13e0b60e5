import anthropic

client = anthropic.Anthropic()


def chat(history, tools, run_tool):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        calls = [b for b in reply.content if b.type == "tool_use"]
        history.append({"role": "assistant", "content": reply.content})
        if not calls:
            return reply
        if len(calls) == 1:
            only = calls[0]
            results = [
                {"type": "tool_result", "tool_use_id": only.id, "content": run_tool(only.name, only.input)}
            ]
        else:
            results = [
                {"type": "tool_result", "tool_use_id": c.id, "content": "one tool at a time, please", "is_error": True}
                for c in calls
            ]
        history.append({"role": "user", "content": results})
