"""A text takes its place."""
import anthropic

client = anthropic.Anthropic()


def kept_of(blocks):
    return [b for b in blocks if b.type != "text" or b.text.strip()]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        kept = kept_of(reply.content) or [{"type": "text", "text": "(no text)"}]
        history.append({"role": "assistant", "content": kept})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
