"""What belongs to tools is taken out of the messages, calls and results alike."""
import anthropic

client = anthropic.Anthropic()


def words_only(history):
    out = []
    for message in history:
        if isinstance(message["content"], list):
            blocks = [b for b in message["content"] if b["type"] not in ("tool_use", "tool_result", "thinking")]
            if blocks:
                out.append({"role": message["role"], "content": blocks})
        else:
            out.append(message)
    return out


def ask(history, question, tools, run):
    messages = words_only(history)
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
