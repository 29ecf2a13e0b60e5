import anthropic


def keep_going(client: anthropic.Anthropic, hist, tools, perform):
    r = client.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=hist, tools=tools)
    hist = [*hist, {"role": "assistant", "content": r.content[:]}]
    todo = tuple(filter(lambda b: b.type == "tool_use", r.content))
    if not todo:
        return hist
    outs = [{"type": "tool_result", "tool_use_id": t.id, "content": perform(t.name, t.input)} for t in todo]
    return keep_going(client, [*hist, {"role": "user", "content": outs}], tools, perform)
