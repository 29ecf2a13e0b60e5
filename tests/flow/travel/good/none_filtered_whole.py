import anthropic
client = anthropic.Anthropic()

def keep(b):
    if b.type == "text" and not b.text:
        return None
    return b

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        kept = [keep(b) for b in resp.content]
        history.append({"role": "assistant", "content": [k for k in kept if k is not None]})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
