def usable(block: dict) -> bool:
    """A gateway in front of the API sends hollow thinking blocks; they hold nothing at all."""
    if block["type"] != "thinking":
        return True
    return bool(block.get("thinking") or block.get("signature"))


def remember(body: dict, chat: list, run) -> bool:
    turn = list(filter(usable, body["content"]))
    chat.append({"role": "assistant", "content": turn})
    outs = [
        {"type": "tool_result", "tool_use_id": b["id"], "content": run(b["name"], b["input"])}
        for b in turn
        if b["type"] == "tool_use"
    ]
    if outs:
        chat.append({"role": "user", "content": outs})
    return bool(outs)
