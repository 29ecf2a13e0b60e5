"""Turns are grouped from question to question and dropped as a whole."""
import anthropic

client = anthropic.Anthropic()


def groups(history):
    out = []
    for message in history:
        if message["role"] == "user" and isinstance(message["content"], str):
            out.append([])
        out[-1].append(message)
    return out


def fit(history, limit):
    whole = groups(history)
    while len(whole) > limit:
        whole.pop(0)
    return [m for group in whole for m in group]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=fit(history, 8), tools=tools)
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
