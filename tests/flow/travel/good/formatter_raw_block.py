import anthropic
from dataclasses import dataclass, field

@dataclass
class ThinkingPart:
    text: str
    raw: dict = field(default_factory=dict)

client = anthropic.Anthropic()

def fmt(parts):
    blocks = []
    for p in parts:
        if isinstance(p, ThinkingPart):
            blocks.append(p.raw)
        elif hasattr(p, "call_id"):
            blocks.append({"type": "tool_use", "id": p.call_id, "name": p.name, "input": p.args})
        else:
            blocks.append({"type": "text", "text": p.text})
    return {"role": "assistant", "content": blocks}

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[fmt(i) for i in items], tools=tools)
