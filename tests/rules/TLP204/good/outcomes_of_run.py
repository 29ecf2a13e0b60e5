import anthropic
client = anthropic.Anthropic()
def loop(messages, tools, run):
    while True:
        r = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": r.content})
        uses = [b for b in r.content if b.type == "tool_use"]
        if not uses:
            return r
        results = []
        for o in run(uses):
            results.append({"type": "tool_result", "tool_use_id": o.name, "content": o.text})
        messages.append({"role": "user", "content": results})
