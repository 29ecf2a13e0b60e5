"""Another request without tools reads a copy to sum it up."""
import anthropic

client = anthropic.Anthropic()


def lean(history):
    return [
        {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
        for m in history
    ]


def summary(history):
    reply = client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=800,
        messages=[*lean(history), {"role": "user", "content": "Sum up what was done."}],
    )
    return reply.content[0].text


def loop(history, tools, run, show):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        show(summary(history))
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
