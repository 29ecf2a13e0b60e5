"""A new list with the roles and what is left of the contents."""
import anthropic

client = anthropic.Anthropic()


def visible(message):
    blocks = message["content"]
    if isinstance(blocks, str):
        return message
    return {"role": message["role"], "content": [b for b in blocks if b["type"] != "thinking"]}  # expect: TLP401


def loop(history, tools, run):
    while True:
        sent = []
        for message in history:
            sent.append(visible(message))
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=sent, tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
