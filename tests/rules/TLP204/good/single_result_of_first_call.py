import anthropic

client = anthropic.Anthropic()


def one(history, tools, run):
    """Only one call can be there."""
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if b.type == "tool_use"]
    if len(calls) != 1:
        raise RuntimeError("one call was expected")
    parts = []
    for line in run(calls[0]):
        parts.append({"type": "text", "text": line})
    history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": calls[0].id, "content": parts}]})
