import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run, hints):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=9000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in resp.content
            if b.type == "tool_use"
        ]
        if not results:
            return resp
        messages.append({"role": "user", "content": results})
        for hint in hints():
            messages.append({"role": "user", "content": hint})
