import anthropic

client = anthropic.Anthropic()


def loop(goal, tools, use, plan):
    """A plan of ours goes into the prompt, not into the model's mouth."""
    turns = [{"role": "user", "content": f"{goal}\n\nPlan:\n{plan}"}]
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1300, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        results = [use(b) for b in m.content if b.type == "tool_use"]
        if not results:
            return m
        turns.append({"role": "user", "content": results})
