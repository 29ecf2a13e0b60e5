import anthropic
client = anthropic.Anthropic()

def fmt(parts):
    blocks = []
    for p in parts:
        if isinstance(p, Think):
            if p.content:
                blocks.append({"type": "thinking", "thinking": p.content, "signature": p.signature})
        elif isinstance(p, Say):
            blocks.append({"type": "text", "text": p.text})
        elif isinstance(p, Use):
            blocks.append({"type": "tool_use", "id": p.id, "name": p.name, "input": p.args})
        elif isinstance(p, Image):
            if p.mime not in ("image/png",):
                raise ValueError("unsupported image")
            blocks.append(to_image(p))
    return {"role": "assistant", "content": blocks}  # expect: TLP103

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[fmt(i) for i in items], tools=tools)
