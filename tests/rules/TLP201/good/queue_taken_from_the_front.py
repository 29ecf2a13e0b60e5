import anthropic

client = anthropic.Anthropic()


def drain(messages, tools, outputs):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    open_calls = [b for b in reply.content if b.type == "tool_use"]
    results = []
    for output in outputs(reply):
        results.append({"type": "tool_result", "tool_use_id": open_calls[0].id, "content": output})
        open_calls.pop(0)
    messages.append({"role": "user", "content": results})
