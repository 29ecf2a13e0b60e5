"""After the cut the results without a call are removed by their ids."""
import anthropic

client = anthropic.Anthropic()


def without_orphans(messages):
    known = {
        b["id"]
        for m in messages
        if m["role"] == "assistant" and isinstance(m["content"], list)
        for b in m["content"]
        if b["type"] == "tool_use"
    }
    out = []
    for m in messages:
        if m["role"] == "user" and isinstance(m["content"], list):
            content = [b for b in m["content"] if b.get("tool_use_id", "") in known or b["type"] != "tool_result"]
            if content:
                out.append({**m, "content": content})
        else:
            out.append(m)
    return out


def shortened(messages):
    return without_orphans(messages[-40:])


def loop(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=shortened(history), tools=tools
        )
        history.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
