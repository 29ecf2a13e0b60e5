def results_of(message, functions):
    for b in message.content:
        if b.type == "tool_use":
            try:
                yield {"type": "tool_result", "tool_use_id": b.id, "content": functions[b.name](**b.input)}
            except Exception as exc:
                yield {"type": "tool_result", "tool_use_id": b.id, "content": repr(exc), "is_error": True}


def loop(client, log, tools, functions):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=log, tools=tools)
        log.append({"role": "assistant", "content": m.content})
        results = list(results_of(m, functions))
        if not results:
            return m
        log.append({"role": "user", "content": results})
