import anthropic
client = anthropic.Anthropic()

def block(b):
    if b.type == "text":
        return {"type": "text", "text": b.text}
    elif b.type == "tool_use":
        return {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input}
    return None

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        content = []
        for b in resp.content:
            made = block(b)
            if made is not None:
                content.append(made)
        history.append({"role": "assistant", "content": content})  # expect: TLP102
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
