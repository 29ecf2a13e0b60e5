import anthropic

client = anthropic.Anthropic()
RAW = {}

def to_wire(m):
    if m["role"] == "assistant" and m.get("tool_calls"):
        raw = RAW.get(m["tool_calls"][0]["id"])
        if raw is not None:
            return {"role": "assistant", "content": raw}
        content = [{"type": "text", "text": m["content"]}] if m["content"] else []
        for c in m["tool_calls"]:
            content.append({"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]})
        return {"role": "assistant", "content": content}
    return {"role": m["role"], "content": m["content"]}

def ask(items, tools):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[to_wire(i) for i in items], tools=tools)
    calls = [b for b in resp.content if b.type == "tool_use"]
    if calls:
        RAW[calls[0].id] = resp.content
    return resp
