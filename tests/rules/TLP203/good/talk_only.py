"""What is no plain text is left out: turns with calls go together with the results."""
import anthropic

client = anthropic.Anthropic()


def ask(history, question, tools, run):
    messages = [m for m in history if isinstance(m["content"], str)]
    messages.append({"role": "user", "content": question})
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            break
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
    history.extend(messages)
    return reply
