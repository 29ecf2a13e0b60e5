import anthropic
client = anthropic.Anthropic()

def block(b):
    if b.type == "text":
        return {"type": "text", "text": b.text}
    if b.type == "tool_use":
        return {"type": "tool_use", "id": b.id, "name": b.name, "input": b.input}

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": list(filter(None, map(block, resp.content)))})  # expect: TLP102
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
