"""Old screenshots in results go; turns stay as they are."""
import anthropic

client = anthropic.Anthropic()


def thin(history):
    for message in history[:-4]:
        if message["role"] != "user" or isinstance(message["content"], str):
            continue
        for block in message["content"]:
            if block["type"] == "tool_result" and isinstance(block["content"], list):
                block["content"] = [part for part in block["content"] if part["type"] != "image"]
    return history


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=thin(history), tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
