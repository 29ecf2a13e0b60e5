import anthropic


def solve(client: anthropic.Anthropic, task, tools, run):
    attempt = [{"role": "user", "content": task}]
    for _ in range(50):
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=attempt, tools=tools)
        calls = [b for b in m.content if b.type == "tool_use"]
        finish = next((c for c in calls if c.name == "finish"), None)
        if finish is not None:
            return finish.input
        attempt.append({"role": "assistant", "content": m.content})
        attempt.append({"role": "user", "content": [run(c) for c in calls] or "Go on, or call finish."})
    return None
