from enum import Enum
import anthropic

class Role(str, Enum):
    USER = "user"
    ASSISTANT = "assistant"

class Kind(str, Enum):
    TEXT = "text"
    USE = "tool_use"

client = anthropic.Anthropic()

def convert(items):
    out = []
    for item in items:
        if item.role is Role.ASSISTANT:
            blocks = []
            for p in item.parts:
                if p.kind == Kind.TEXT:
                    blocks.append({"type": Kind.TEXT.value, "text": p.text})
                elif p.kind == Kind.USE:
                    blocks.append({"type": Kind.USE.value, "id": p.id, "name": p.name, "input": p.args})
                else:
                    blocks.append(p.raw)
            out.append({"role": Role.ASSISTANT.value, "content": blocks})
        else:
            out.append({"role": Role.USER.value, "content": item.text})
    return out

def ask(items, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=convert(items), tools=tools)
