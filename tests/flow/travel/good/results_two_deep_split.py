import anthropic
client = anthropic.Anthropic()

def block(ident, text, failed):
    return {"type": "tool_result", "tool_use_id": ident, "content": text, "is_error": failed}

def ok(ident, text):
    return block(ident, text, False)

def user(*blocks):
    return {"role": "user", "content": list(blocks)}

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        history.append(user(*[ok(c.id, run(c)) for c in calls]))
