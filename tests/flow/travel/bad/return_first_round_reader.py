import anthropic
client = anthropic.Anthropic()

def wanted(resp):
    for b in resp.content:
        if b.type == "tool_use":
            return b  # expect: TLP201
    return None

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        call = wanted(resp)
        if call is None:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": run(call)}]})
