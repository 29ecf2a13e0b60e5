import anthropic
client = anthropic.Anthropic()

def step(history, tools, run):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    for b in resp.content:
        if b.type == "tool_use":
            history.append({"role": "assistant", "content": resp.content})
            history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}]})
            return step(history, tools, run)  # expect: TLP201
    return resp
