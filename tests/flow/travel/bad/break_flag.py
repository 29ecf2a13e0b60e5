import anthropic
client = anthropic.Anthropic()

def chat(messages, tools, run):
    stop = False
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        calls = [b for b in resp.content if b.type == "tool_use"]
        if not calls:
            messages.append({"role": "user", "content": input()})
            continue
        results = []
        for c in calls:
            if stop:
                break  # expect: TLP203
            out = run(c)
            if "fatal" in out:
                stop = True
            results.append({"type": "tool_result", "tool_use_id": c.id, "content": out})
        messages.append({"role": "user", "content": results})
