import anthropic
client = anthropic.Anthropic()

def block(ident, text):
    return {"type": "tool_result", "tool_use_id": ident, "content": text}

def answer(call, run):
    return [block(call.id, run(call.name, call.input))]

def loop(history, tools, run):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    while resp.stop_reason == "tool_use":
        uses = [b for b in resp.content if b.type == "tool_use"]
        history.append({"role": "assistant", "content": resp.content})
        history.append({"role": "user", "content": answer(uses[0], run)})  # expect: TLP201
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    return resp
