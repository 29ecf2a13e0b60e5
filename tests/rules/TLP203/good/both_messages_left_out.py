"""Messages with results are left out in one step, and those with calls in the next."""
import anthropic

client = anthropic.Anthropic()


def holds(message, kind):
    return isinstance(message["content"], list) and any(b["type"] == kind for b in message["content"])


def ask(history, question, tools, run):
    messages = []
    for message in history:
        if holds(message, "tool_result"):
            continue
        if holds(message, "tool_use"):
            continue
        messages.append(message)
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            break
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
    history[:] = messages
    return reply
