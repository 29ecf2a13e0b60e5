import anthropic

client = anthropic.Anthropic()


def agent(history, tools):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": "not allowed here"} for c in calls],
            }
        )
