import hashlib

import anthropic


def short(ident):
    return ident if len(ident) <= 64 else hashlib.sha256(ident.encode()).hexdigest()[:40]


def blocks_of(message):
    for call in message["tool_calls"]:
        yield {"type": "tool_use", "id": short(call["id"]), "name": call["name"], "input": call["arguments"]}


def to_wire(history):
    wire = []
    for message in history:
        if message["role"] == "tool":
            block = {"type": "tool_result", "tool_use_id": short(message["call"]), "content": message["text"]}
            if wire and wire[-1]["role"] == "user":
                wire[-1]["content"].append(block)
            else:
                wire.append({"role": "user", "content": [block]})
        elif message.get("raw"):
            wire.append({"role": "assistant", "content": message["raw"]})
        else:
            wire.append({"role": message["role"], "content": message["text"]})
    return wire


def ask(history):
    return anthropic.Anthropic().messages.create(model="claude-opus-4-5", max_tokens=10, messages=to_wire(history))
