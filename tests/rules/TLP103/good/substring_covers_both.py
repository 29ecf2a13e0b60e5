def copy_turn(blocks):
    turn = []
    for block in blocks:
        if "thinking" in block["type"]:
            turn.append(dict(block))
        else:
            turn.append({k: v for k, v in block.items() if v is not None})
    return turn


def take(body, chat, call):
    chat.append({"role": "assistant", "content": copy_turn(body["content"])})
    outs = []
    for block in body["content"]:
        if block["type"] == "tool_use":
            outs.append({"type": "tool_result", "tool_use_id": block["id"], "content": call(block)})
    if outs:
        chat.append({"role": "user", "content": outs})
    return bool(outs)
