def to_messages(events):
    out, held = [], []
    for event in events:
        if event.kind == "tool_output":
            held += [{"type": "tool_result", "tool_use_id": event.use_id, "content": event.text}]
            continue
        if held:
            out.append({"role": "user", "content": held})
            held = []
        if event.kind == "assistant":
            out.append({"role": "assistant", "content": event.blocks})
        else:
            out.append({"role": "user", "content": event.text})
    if held:
        out.append({"role": "user", "content": held})
    return out


async def ask(client, events, tools):
    return await client.messages.create(
        model="claude-opus-4-5", max_tokens=1600, messages=to_messages(events), tools=tools
    )
