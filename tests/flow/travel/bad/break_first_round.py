import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        done = True
        for b in resp.content:
            if b.type == "tool_use":
                history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": b.id, "content": run(b)}]})
                done = False
                break  # expect: TLP201
        if done:
            return resp
