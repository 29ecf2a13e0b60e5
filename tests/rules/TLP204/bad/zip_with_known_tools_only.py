import anthropic

client = anthropic.Anthropic()


def round_trip(history, tools, table):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if b.type == "tool_use"]
    outputs = [table[call.name](call.input) for call in calls if call.name in table]
    results = []
    for call, output in zip(calls, outputs):
        results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})  # expect: TLP204
    if results:
        history.append({"role": "user", "content": results})
    return bool(results)
