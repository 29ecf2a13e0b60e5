def push(out, role, blocks):
    """One message for what one side says in a row."""
    if out and out[-1]["role"] == role:
        out[-1]["content"].extend(blocks)
    else:
        out.append({"role": role, "content": list(blocks)})


def wire(rows):
    out = []
    for row in rows:
        if row["kind"] == "turn":
            push(out, "assistant", row["blocks"])
        elif row["kind"] == "result":
            push(out, "user", [{"type": "tool_result", "tool_use_id": row["call_id"], "content": row["text"]}])
        else:
            push(out, "user", [{"type": "text", "text": row["text"]}])
    return out
