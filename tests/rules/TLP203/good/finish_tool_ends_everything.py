import anthropic


def solve(task, tools, run):
    client = anthropic.Anthropic()
    steps = [{"role": "user", "content": task}]
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=steps, tools=tools)
        steps.append({"role": "assistant", "content": r.content})
        results = []
        for b in r.content:
            if b.type == "tool_use":
                if b.name == "submit":
                    return b.input["answer"]
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)})
        if not results:
            return None
        steps.append({"role": "user", "content": results})
