def build(entries):
    wire, i = [], 0
    while i < len(entries):
        entry = entries[i]
        if entry.role == "tool":
            group = []
            while i < len(entries) and entries[i].role == "tool":
                group.append(
                    {"type": "tool_result", "tool_use_id": entries[i].call_id, "content": entries[i].content}
                )
                i += 1
            wire.append({"role": "user", "content": group})
            continue
        wire.append({"role": entry.role, "content": entry.content})
        i += 1
    return wire
