"""Old outputs become a line; no message goes."""
import anthropic

client = anthropic.Anthropic()


def thin(history, keep=6):
    for message in history[:-keep]:
        if message["role"] == "user" and isinstance(message["content"], list):
            for block in message["content"]:
                if block["type"] == "tool_result" and len(str(block["content"])) > 500:
                    block["content"] = "(left out)"
    return history


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=thin(history), tools=tools)
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
