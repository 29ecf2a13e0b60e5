"""Only what stands before the last question."""
import anthropic

client = anthropic.Anthropic()


def lean(history):
    asked = max(i for i, m in enumerate(history) if m["role"] == "user" and isinstance(m["content"], str))
    for i, message in enumerate(history):
        if i < asked and message["role"] == "assistant":
            message["content"] = [b for b in message["content"] if b.type != "thinking"]
    return history


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=lean(history), tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
