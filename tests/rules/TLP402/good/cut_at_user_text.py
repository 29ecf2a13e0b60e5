"""The cut is moved back to a question of the user."""
import anthropic

client = anthropic.Anthropic()


def from_question(history, keep):
    start = max(len(history) - keep, 0)
    while start > 0 and not (history[start]["role"] == "user" and isinstance(history[start]["content"], str)):
        start -= 1
    return history[start:]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=from_question(history, 30), tools=tools)
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
