import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run, policy):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if not policy.allows(reply.stop_reason):
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
