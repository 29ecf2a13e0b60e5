def results_for(message, toolbox):
    outs = []
    for block in message.content:
        if block.type in ("text", "thinking", "redacted_thinking"):
            continue
        if block.type == "server_tool_use" or block.type.endswith("_tool_result"):
            continue
        if block.type == "tool_use":
            outs.append({"type": "tool_result", "tool_use_id": block.id, "content": toolbox.run(block)})
    return outs


def record(history, message, toolbox):
    history.append({"role": "assistant", "content": message.content})
    outs = results_for(message, toolbox)
    if not outs:
        return False
    history.append({"role": "user", "content": outs})
    return True
