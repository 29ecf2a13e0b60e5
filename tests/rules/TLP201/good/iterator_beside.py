import anthropic

client = anthropic.Anthropic()


def answer(messages, tools, batch):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    waiting = iter([b for b in reply.content if b.type == "tool_use"])
    results = []
    for output in batch(reply):
        call = next(waiting)
        results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
    messages.append({"role": "user", "content": results})
