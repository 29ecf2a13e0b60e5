import anthropic
client = anthropic.Anthropic()

def block(ident, text):
    return {"type": "tool_result", "tool_use_id": ident, "content": text}

def answer(call, run):
    return {"role": "user", "content": [block(call.id, run(call.name, call.input))]}

def loop(history, tools, run):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    while resp.stop_reason == "tool_use":
        call = next(b for b in resp.content if b.type == "tool_use")  # expect: TLP201
        history += [{"role": "assistant", "content": resp.content}, answer(call, run)]
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    return resp
