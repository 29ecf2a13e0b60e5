from enum import StrEnum, auto
import anthropic

class Role(StrEnum):
    USER = auto()
    ASSISTANT = auto()

client = anthropic.Anthropic()

def convert(m):
    return {"role": Role.ASSISTANT, "content": [{"type": "text", "text": m.text}, *({"type": "tool_use", "id": c.id, "name": c.name, "input": c.args} for c in m.calls)]}  # expect: TLP102

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=[convert(i) if i.role == Role.ASSISTANT else {"role": Role.USER, "content": i.text} for i in items], tools=tools)
