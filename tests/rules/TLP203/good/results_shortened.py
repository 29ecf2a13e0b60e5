"""Long results are shortened, and each call keeps one."""
import anthropic

client = anthropic.Anthropic()


def shortened(block):
    if block["type"] == "tool_result" and len(block["content"]) > 2000:
        return {**block, "content": block["content"][:2000]}
    return block


def lean(history):
    return [
        {**m, "content": [shortened(b) for b in m["content"]]} if isinstance(m["content"], list) else m for m in history
    ]


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=lean(history), tools=tools)
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
