"""Each request gets a copy whose turns have lost their deliberation."""
import anthropic

client = anthropic.Anthropic()


def for_wire(history):
    return [
        {  # expect: TLP401
            **m,
            "content": [b for b in m["content"] if b["type"] not in {"thinking", "redacted_thinking"}],
        }
        if m["role"] == "assistant" and isinstance(m["content"], list)
        else m
        for m in history
    ]


def loop(history, tools, run):
    while True:
        wire = for_wire(history)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=wire, tools=tools)
        history.append({"role": "assistant", "content": [b.model_dump() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
