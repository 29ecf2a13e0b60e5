import anthropic

client = anthropic.Anthropic()


def operate(messages, tools, computer):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    content = []
    for block in reply.content:
        if block.type == "tool_use":
            shot = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": computer.shot()}}
            told = [{"type": "text", "text": computer.act(block.input)}, shot]
            content.append({"type": "tool_result", "tool_use_id": block.id, "content": told})
    messages.append({"role": "user", "content": content})
