import anthropic
client = anthropic.Anthropic()
def to_wire(msgs):
    for m in msgs:
        if m.role == "tool":
            yield {"role": "user", "content": [{"type": "tool_result", "tool_use_id": m.calls[0].id, "content": m.text}]}
        else:
            yield {"role": m.role, "content": m.raw}
