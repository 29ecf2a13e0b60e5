import base64

import anthropic

client = anthropic.Anthropic()


def picture(data: bytes):
    source = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(data).decode()}
    return {"type": "image", "source": source}


def operate(messages, tools, computer):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        acts = [b for b in reply.content if b.type == "tool_use"]
        if not acts:
            return reply
        content = []
        for act in acts:
            done = computer.act(act.input)
            content.append(picture(computer.screenshot()))
            content.append({"type": "tool_result", "tool_use_id": act.id, "content": done})
        messages.append({"role": "user", "content": content})  # expect: TLP205
