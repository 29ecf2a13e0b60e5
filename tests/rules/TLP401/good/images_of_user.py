"""Images are taken out of what the user sent."""
import anthropic

client = anthropic.Anthropic()


def light(history):
    return [
        {**m, "content": [b for b in m["content"] if b["type"] != "image"]}
        if m["role"] == "user" and isinstance(m["content"], list)
        else m
        for m in history
    ]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=light(history), tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
