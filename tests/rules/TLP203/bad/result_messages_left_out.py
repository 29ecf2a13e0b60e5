"""Messages that hold results are dropped from what is sent, the turns that they answer are not."""
import anthropic

client = anthropic.Anthropic()


def holds_results(message):
    content = message["content"]
    if not isinstance(content, list):
        return False
    return any(block["type"] == "tool_result" for block in content)


def ask(history, question, tools, run):
    messages = [m for m in history if not holds_results(m)]  # expect: TLP203
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            break
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
    history[:] = messages
    return reply
