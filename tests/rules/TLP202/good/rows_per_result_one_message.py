import json


def store_and_send(db, client, session, wire, tools, run):
    m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=wire, tools=tools)
    wire.append({"role": "assistant", "content": m.content})
    blocks = []
    for b in m.content:
        if b.type != "tool_use":
            continue
        block = {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
        db.execute("insert into results values (?, ?, ?)", (session, b.id, json.dumps(block)))
        blocks.append(block)
    if blocks:
        wire.append({"role": "user", "content": blocks})
    return bool(blocks)
