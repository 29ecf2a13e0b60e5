def as_messages(stored):
    messages, blocks = [], []
    for entry in stored:
        if entry["role"] != "tool":
            if blocks:
                messages.append({"role": "user", "content": blocks})
                blocks = []
            messages.append(entry)
        elif entry["content"]:
            blocks.append({"type": "tool_result", "tool_use_id": entry["tool_call_id"], "content": entry["content"]})
        else:
            blocks.append({"type": "tool_result", "tool_use_id": entry["tool_call_id"], "content": "[done]"})
    if blocks:
        messages.append({"role": "user", "content": blocks})
    return messages
