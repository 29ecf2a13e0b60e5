"""Shortened between two conversations, before the question."""
import anthropic

client = anthropic.Anthropic()


def converse(history, question, tools, run):
    if len(history) > 100:
        del history[:50]
    history.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls
                ],
            }
        )
