import anthropic
client = anthropic.Anthropic()

def fmt(parts):
    blocks = []
    for p in parts:
        if p.kind == "reasoning":
            if p.signature:
                blocks.append({"type": "thinking", "thinking": p.text, "signature": p.signature})
            elif p.encrypted:
                blocks.append({"type": "redacted_thinking", "data": p.encrypted})
        elif p.kind == "call":
            blocks.append({"type": "tool_use", "id": p.id, "name": p.name, "input": p.args})
        elif p.kind == "text":
            blocks.append({"type": "text", "text": p.text})
    return {"role": "assistant", "content": blocks}

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[fmt(i) for i in items], tools=tools)
