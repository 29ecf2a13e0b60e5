def keep(history, message):
    """The callback may fire twice for one message."""
    entry = {"role": "assistant", "content": message.content}
    if entry not in history:
        history.append(entry)
    return [b for b in message.content if b.type == "tool_use"]


def pump(client, history, tools, reply_for):
    while calls := keep(
        history, client.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=history, tools=tools)
    ):
        history.append({"role": "user", "content": [reply_for(c) for c in calls]})
