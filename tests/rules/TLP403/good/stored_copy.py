"""A copy with all blocks."""
import anthropic

client = anthropic.Anthropic()


def tidy(history):
    return [{**m, "content": [dict(b) for b in m["content"]] if isinstance(m["content"], list) else m["content"]} for m in history]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=tidy(history), tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
