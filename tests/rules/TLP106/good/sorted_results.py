"""The results are sorted, the turn is not."""

import anthropic


def loop(history, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = sorted((b for b in reply.content if b.type == "tool_use"), key=lambda b: b.name)
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": list(reversed(results))})
