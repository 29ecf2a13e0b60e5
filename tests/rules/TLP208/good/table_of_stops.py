import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        handler = {"end_turn": "done", "max_tokens": "cut", "tool_use": "go"}.get(reply.stop_reason, "done")
        if handler != "go":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
