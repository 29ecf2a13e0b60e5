import anthropic
from dataclasses import dataclass, field
from typing import Any
@dataclass
class Msg:
    role: str
    text: str = ""
    calls: list = field(default_factory=list)
    raw: Any = None
def from_response(r):
    return Msg("assistant", "".join(b.text for b in r.content if b.type == "text"),
               [{"id": b.id, "name": b.name, "args": b.input} for b in r.content if b.type == "tool_use"], raw=r.content)
def to_wire(msgs):
    out = []
    for m in msgs:
        if m.role == "assistant":
            if m.raw is not None:
                out.append({"role": "assistant", "content": m.raw})
                continue
            blocks = [{"type": "text", "text": m.text}] if m.text else []
            blocks += [{"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]} for c in m.calls]
            if blocks:
                out.append({"role": "assistant", "content": blocks})
        elif m.role == "tool":
            block = {"type": "tool_result", "tool_use_id": m.calls[0]["id"], "content": m.text}
            if out and out[-1]["role"] == "user" and isinstance(out[-1]["content"], list):
                out[-1]["content"].append(block)
            else:
                out.append({"role": "user", "content": [block]})
        else:
            out.append({"role": "user", "content": m.text})
    return out
def loop(msgs, tools, run):
    client = anthropic.Anthropic()
    while True:
        m = from_response(client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=to_wire(msgs), tools=tools))
        msgs.append(m)
        if not m.calls:
            return m.text
        for c in m.calls:
            msgs.append(Msg("tool", run(c), [c]))
