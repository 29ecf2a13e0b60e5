import anthropic

client = anthropic.Anthropic()
THINK = {
    "name": "think",
    "description": "Write down a thought.",
    "input_schema": {"type": "object", "properties": {"thinking": {"type": "string"}}},
}


def loop(thread, tools, use, notes):
    """The think tool: the model's notes come as a call and are answered like one."""
    while True:
        m = client.messages.create(model="claude-sonnet-4-5", max_tokens=1300, messages=thread, tools=[THINK, *tools])
        thread.append({"role": "assistant", "content": m.content})
        outs = []
        for b in m.content:
            if b.type == "tool_use" and b.name == "think":
                notes.append({"type": "thinking", "thinking": b.input["thinking"]})
                outs.append({"type": "tool_result", "tool_use_id": b.id, "content": "noted"})
            elif b.type == "tool_use":
                outs.append({"type": "tool_result", "tool_use_id": b.id, "content": use(b)})
        if not outs:
            return m
        thread.append({"role": "user", "content": outs})
