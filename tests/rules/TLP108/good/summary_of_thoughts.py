def thoughts(history):
    """All thoughts of a session, for the side panel."""
    found = []
    for turn in history:
        if turn["role"] != "assistant" or isinstance(turn["content"], str):
            continue
        for block in turn["content"]:
            if block["type"] == "thinking" and block["thinking"].strip():
                found.append(block["thinking"].strip())
    return "\n\n".join(found)
