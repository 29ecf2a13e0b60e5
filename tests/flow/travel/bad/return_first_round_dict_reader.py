import anthropic
client = anthropic.Anthropic()

def parse(resp):
    for b in resp.content:
        if b.type == "tool_use":
            return {"kind": "call", "id": b.id, "name": b.name, "args": b.input}  # expect: TLP201
    return {"kind": "text", "text": resp.content[0].text}

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        out = parse(resp)
        if out["kind"] == "text":
            return out["text"]
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": out["id"], "content": run(out["name"], out["args"])}]})
