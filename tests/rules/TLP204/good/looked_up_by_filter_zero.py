import anthropic

client = anthropic.Anthropic()


def answer_all(messages, tools, outputs):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    blocks = []
    for output in outputs(reply):
        matching = [b for b in reply.content if b.type == "tool_use" and b.id == output["id"]]
        blocks.append({"type": "tool_result", "tool_use_id": matching[0].id, "content": output["text"]})
    messages.append({"role": "user", "content": blocks})
