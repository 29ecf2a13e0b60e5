import anthropic

client = anthropic.Anthropic()


def step(history, tools, table):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    known = [b for b in reply.content if b.type == "tool_use" and b.name in table]
    unknown = [b for b in reply.content if b.type == "tool_use" and b.name not in table]
    outputs = [table[b.name](b.input) for b in reply.content if b.type == "tool_use" and b.name in table]
    results = [
        {"type": "tool_result", "tool_use_id": call.id, "content": output} for call, output in zip(known, outputs)
    ]
    results += [
        {"type": "tool_result", "tool_use_id": b.id, "content": f"no tool {b.name}", "is_error": True} for b in unknown
    ]
    history.append({"role": "user", "content": results})
