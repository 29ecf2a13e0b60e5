import anthropic

client = anthropic.Anthropic()


def loop(past, tools, run):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=past, tools=tools)
        past.append({"role": "assistant", "content": m.content})
        queue = [b for b in m.content if b.type == "tool_use"]
        if not queue:
            return m
        done = []
        while queue:
            call = queue.pop(0)
            done.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
        past.append({"role": "user", "content": done})
