"""A copy without results is summed up by a request that offers no tools."""
import anthropic

client = anthropic.Anthropic()


def title(history):
    talk = []
    for message in history:
        if isinstance(message["content"], list):
            talk.append({**message, "content": [b for b in message["content"] if b["type"] != "tool_result"]})
        else:
            talk.append(message)
    reply = client.messages.create(
        model="claude-haiku-4-5", max_tokens=50, messages=[{"role": "user", "content": f"A title for: {talk}"}]
    )
    return reply.content[0].text


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
