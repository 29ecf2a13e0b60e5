"""Only results whose call was cut away are dropped."""
import anthropic

client = anthropic.Anthropic()


def without_orphans(history):
    called = {b["id"] for m in history if isinstance(m["content"], list) for b in m["content"] if b["type"] == "tool_use"}
    out = []
    for message in history:
        content = message["content"]
        if message["role"] == "user" and isinstance(content, list):
            content = [b for b in content if b["type"] != "tool_result" or b["tool_use_id"] in called]
        if content:
            out.append({**message, "content": content})
    return out


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=without_orphans(history[-30:]), tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
