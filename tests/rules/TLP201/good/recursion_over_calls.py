def answers(calls, run):
    if not calls:
        return []
    head, *tail = calls
    return [{"type": "tool_result", "tool_use_id": head.id, "content": run(head)}, *answers(tail, run)]


def loop(client, log, tools, run):
    m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=log, tools=tools)
    log.append({"role": "assistant", "content": m.content})
    results = answers([b for b in m.content if b.type == "tool_use"], run)
    if not results:
        return m
    log.append({"role": "user", "content": results})
    return loop(client, log, tools, run)
