import anthropic
from dataclasses import dataclass

@dataclass
class Think:
    text: str = ""
    signature: str = ""
    data: str = ""

@dataclass
class Say:
    text: str

@dataclass
class Use:
    id: str
    name: str
    args: dict

client = anthropic.Anthropic()

def fmt(items):
    blocks = []
    for b in items:
        if isinstance(b, Think):
            if b.data:
                blocks.append({"type": "redacted_thinking", "data": b.data})
            else:
                blocks.append({"type": "thinking", "thinking": b.text, "signature": b.signature})
        elif isinstance(b, Say):
            blocks.append({"type": "text", "text": b.text})
        elif isinstance(b, Use):
            blocks.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.args})
    return {"role": "assistant", "content": blocks}

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[fmt(i) for i in items], tools=tools)
