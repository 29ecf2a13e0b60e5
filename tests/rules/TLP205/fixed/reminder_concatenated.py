import anthropic

client = anthropic.Anthropic()


def loop(messages, tools, run):
    turns = 0
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=9000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": resp.content})
        if resp.stop_reason != "tool_use":
            return resp
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in resp.content
            if b.type == "tool_use"
        ]
        turns += 1
        if turns > 1:
            results = results + [{"type": "text", "text": "<reminder>Keep the plan up to date.</reminder>"}]
        messages.append({"role": "user", "content": results})
