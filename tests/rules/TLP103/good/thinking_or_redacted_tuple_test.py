def forward(response, thread, executor):
    turn = []
    uses = []
    for block in response.content:
        if block.type in ("thinking", "redacted_thinking"):
            turn.append(block)
        elif block.type == "tool_use":
            uses.append(block)
            turn.append(block)
        else:
            turn.append(block)
    thread.append({"role": "assistant", "content": turn})
    if uses:
        thread.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": u.id, "content": executor.run(u.name, u.input)} for u in uses
                ],
            }
        )
    return bool(uses)
