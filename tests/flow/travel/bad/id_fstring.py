import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"call_{n}", "content": run(c)} for n, c in enumerate(calls)]})  # expect: TLP204
