import anthropic

client = anthropic.Anthropic()


def threaded(prompt, tools, act):
    """The conversation lives at the server: only new messages are sent."""
    thread = client.beta.messages.thread(model="claude-opus-5-5", max_tokens=3000, tools=tools)
    reply = thread.send(prompt)
    while reply.stop_reason == "tool_use":
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": act(c.name, c.input)} for c in calls]
        reply = thread.send(results)
    return "".join(b.text for b in reply.content if b.type == "text")
