def convert(entries):
    sent = []
    for entry in entries:
        if entry.role == "tool":
            result = {"type": "tool_result", "tool_use_id": entry.call_id, "content": entry.text}
            if sent and sent[-1]["role"] == "user" and isinstance(sent[-1]["content"], list):
                sent[-1] = {"role": "user", "content": [*sent[-1]["content"], result]}
            else:
                sent.append({"role": "user", "content": [result]})
        elif entry.role == "assistant":
            sent.append({"role": "assistant", "content": entry.blocks})
        else:
            sent.append({"role": "user", "content": entry.text})
    return sent
