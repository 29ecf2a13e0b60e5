import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        results = []
        for b in resp.content:
            if b.type != "tool_use":
                continue
            ident = f"{b.name}_result"
            results.append({"type": "tool_result", "tool_use_id": ident, "content": run(b)})  # expect: TLP204
        if not results:
            return resp
        history.append({"role": "user", "content": results})
