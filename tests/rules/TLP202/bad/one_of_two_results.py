def result_message(entry):
    blocks = []
    if entry["content"]:
        blocks.append({"type": "tool_result", "tool_use_id": entry["tool_call_id"], "content": entry["content"]})
    else:
        blocks.append({"type": "tool_result", "tool_use_id": entry["tool_call_id"], "content": "[done]"})
    return {"role": "user", "content": blocks}


def as_messages(stored):
    messages = []
    for entry in stored:
        if entry["role"] == "tool":
            messages.append(result_message(entry))  # expect: TLP202
        else:
            messages.append(entry)
    return messages
