"""A copy without thoughts is counted."""
import anthropic

client = anthropic.Anthropic()


def size(history, tools):
    lean = [
        {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
        for m in history
    ]
    return client.messages.count_tokens(model="claude-opus-4-7", messages=lean, tools=tools).input_tokens


def loop(history, tools, run):
    while size(history, tools) < 150_000:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
    return None
