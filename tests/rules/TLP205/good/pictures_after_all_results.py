import anthropic

client = anthropic.Anthropic()


def operate(messages, tools, act, image_of):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    content, pictures = [], []
    for block in reply.content:
        if block.type == "tool_use":
            content.append({"type": "tool_result", "tool_use_id": block.id, "content": act(block.input)})
            pictures.append({"type": "image", "source": image_of(block)})
    messages.append({"role": "user", "content": content + pictures})
