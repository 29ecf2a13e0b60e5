def one_per_result(stored):
    for m in stored:
        if m.role == "tool":
            yield {"role": "user", "content": [{"type": "tool_result", "tool_use_id": m.ref, "content": m.body}]}
        else:
            yield {"role": m.role, "content": m.blocks}


def merge_neighbours(messages):
    merged = []
    for message in messages:
        if merged and merged[-1]["role"] == message["role"] == "user":
            merged[-1] = {"role": "user", "content": [*merged[-1]["content"], *message["content"]]}
        else:
            merged.append(message)
    return merged


async def send(client, stored, tools):
    wire = merge_neighbours(one_per_result(stored))
    return await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
