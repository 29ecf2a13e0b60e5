import anthropic

client = anthropic.Anthropic()
ACTS = {"tool_use", "refusal"}


def agent(history, tools, run):
    for _ in range(5):
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason not in ACTS:
            return reply
        if reply.stop_reason in ("tool_use", "refusal"):  # expect: TLP208
            calls = [b for b in reply.content if b.type == "tool_use"]
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
            history.append({"role": "user", "content": results})
    return None
