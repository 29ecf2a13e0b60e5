"""Each role has its filter: results go from the user's messages, calls from the turns."""
import anthropic

client = anthropic.Anthropic()


def slim(history, question):
    out = []
    for message in history:
        content = message["content"]
        if isinstance(content, str):
            out.append(message)
        elif message["role"] == "user":
            kept = [b for b in content if b["type"] != "tool_result"]
            if kept:
                out.append({"role": "user", "content": kept})
        else:
            kept = [b for b in content if b["type"] not in ("tool_use", "thinking", "redacted_thinking")]
            if kept:
                out.append({"role": "assistant", "content": kept})
    out.append({"role": "user", "content": question})
    return out


def session(history, questions, tools, run):
    for question in questions:
        history = slim(history, question)
        while True:
            reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
            history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                break
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
            history.append({"role": "user", "content": results})
