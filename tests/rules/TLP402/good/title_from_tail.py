"""A side request without tools reads the last words; the cycle goes on with all."""
import anthropic

client = anthropic.Anthropic()


def title(history):
    words = [m["content"] for m in history[-5:] if isinstance(m["content"], str)]
    reply = client.messages.create(
        model="claude-haiku-4-5", max_tokens=20, messages=[{"role": "user", "content": "Title: " + " ".join(words)}]
    )
    return reply.content[0].text


def loop(history, tools, run, show):
    while True:
        show(title(history))
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
