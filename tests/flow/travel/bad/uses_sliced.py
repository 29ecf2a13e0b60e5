import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        uses = [b for b in resp.content if b.type == "tool_use"]
        if not uses:
            return resp
        uses = uses[:3]  # expect: TLP201
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": u.id, "content": run(u)} for u in uses]})
