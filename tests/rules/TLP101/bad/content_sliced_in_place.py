import anthropic


def trimmed(reply):
    reply.content[:] = [block for block in reply.content if block.type != "thinking"]
    return reply


def converse(client: anthropic.Anthropic, messages: list, tools: list, run):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    while True:
        blocks = reply.content
        blocks[:] = [block for block in blocks if block.type in ("text", "tool_use")]
        messages.append({"role": "assistant", "content": blocks})  # expect: TLP101
        calls = [block for block in blocks if block.type == "tool_use"]
        if not calls:
            return trimmed(reply)
        messages.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls],
            }
        )
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
