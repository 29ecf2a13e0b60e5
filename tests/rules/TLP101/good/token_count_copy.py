import anthropic

client = anthropic.Anthropic()
LIMIT = 150_000


def size(messages, tools):
    lean = []
    for m in messages:
        if m["role"] == "assistant" and not isinstance(m["content"], str):
            lean.append({**m, "content": [b for b in m["content"] if b.type != "thinking"] or "-"})
        else:
            lean.append(m)
    return client.messages.count_tokens(model="claude-opus-4-5", messages=lean, tools=tools).input_tokens


def agent(messages, tools, call):
    while size(messages, tools) < LIMIT:
        res = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": res.content})
        uses = [b for b in res.content if b.type == "tool_use"]
        if not uses:
            return res
        messages.append({"role": "user", "content": [call(u) for u in uses]})
    raise RuntimeError("context is full")
