def play(client, story, tools, perform):
    while True:
        msg = client.messages.create(model="claude-opus-4-5", max_tokens=2048, messages=story, tools=tools)
        if msg.stop_reason != "tool_use":
            return msg
        for b in msg.content:
            if b.type != "tool_use":
                continue
            out = [{"type": "tool_result", "tool_use_id": b.id, "content": perform(b.name, b.input)}]
            story += [{"role": "assistant", "content": msg.content}, {"role": "user", "content": out}]  # expect: TLP202
