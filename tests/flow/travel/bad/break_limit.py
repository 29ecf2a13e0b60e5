import anthropic
client = anthropic.Anthropic()

def chat(messages, tools, run, limit=3):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            return resp
        results = []
        for n, c in enumerate(calls):
            if n >= limit:
                break  # expect: TLP203
            results.append({"type": "tool_result", "tool_use_id": c.id, "content": run(c)})
        messages.append({"role": "user", "content": results})
