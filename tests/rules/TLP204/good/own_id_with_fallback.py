import uuid

import anthropic


def to_wire(history):
    wire = []
    for entry in history:
        if entry.role == "tool":
            ident = entry.tool_call_id or f"toolu_{uuid.uuid4().hex}"
            block = {"type": "tool_result", "tool_use_id": ident, "content": entry.text}
            wire.append({"role": "user", "content": [block]})
        elif entry.raw is not None:
            wire.append({"role": "assistant", "content": entry.raw})
        else:
            wire.append({"role": entry.role, "content": entry.text})
    return merged(wire)


def merged(wire):
    out = []
    for message in wire:
        if out and out[-1]["role"] == message["role"] == "user" and isinstance(out[-1]["content"], list):
            out[-1]["content"].extend(message["content"])
        else:
            out.append(message)
    return out


def ask(history):
    return anthropic.Anthropic().messages.create(model="claude-opus-4-5", max_tokens=100, messages=to_wire(history))
