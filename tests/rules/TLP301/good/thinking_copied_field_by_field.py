def plain(block):
    """SDK object to plain JSON, for the session file that is loaded again."""
    match block.type:
        case "thinking":
            return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
        case "redacted_thinking":
            return {"type": "redacted_thinking", "data": block.data}
        case _:
            return block.model_dump(mode="json", exclude_unset=True, by_alias=True)


def take_turn(client, saved, tools, perform):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=saved["turns"], tools=tools)
    saved["turns"].append({"role": "assistant", "content": [plain(b) for b in reply.content]})
    results = [perform(b) for b in reply.content if b.type == "tool_use"]
    if results:
        saved["turns"].append({"role": "user", "content": results})
    return bool(results)
