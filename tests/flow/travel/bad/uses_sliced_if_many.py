import anthropic
client = anthropic.Anthropic()
MAX = 4

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        uses = [b for b in resp.content if b.type == "tool_use"]
        if not uses:
            return resp
        if len(uses) > MAX:
            uses = uses[:MAX]  # expect: TLP201
        results = []
        for u in uses:
            results.append({"type": "tool_result", "tool_use_id": u.id, "content": run(u)})
        history.append({"role": "user", "content": results})
