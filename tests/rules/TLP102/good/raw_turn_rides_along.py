from dataclasses import dataclass, field
from typing import Any

import anthropic


@dataclass
class Turn:
    text: str
    calls: list[dict[str, Any]] = field(default_factory=list)
    raw: list[Any] | None = None


class Claude:
    def __init__(self) -> None:
        self.client = anthropic.Anthropic()

    def read(self, message: anthropic.types.Message) -> Turn:
        calls = [{"id": b.id, "name": b.name, "args": b.input} for b in message.content if b.type == "tool_use"]
        text = "".join(b.text for b in message.content if b.type == "text")
        return Turn(text, calls, raw=message.content)

    def write(self, turn: Turn) -> dict[str, Any]:
        if turn.raw is not None:
            return {"role": "assistant", "content": turn.raw}
        # the turn came from another provider: there is nothing else to send
        blocks: list[dict[str, Any]] = []
        if turn.text:
            blocks.append({"type": "text", "text": turn.text})
        for c in turn.calls:
            blocks.append({"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]})
        return {"role": "assistant", "content": blocks}

    def step(self, turns: list[Turn], results: list[Any], tools: list[Any]) -> Turn:
        wire = [self.write(t) for t in turns]
        if results:
            wire.append({"role": "user", "content": results})
        reply = self.client.messages.create(model="claude-opus-4-5", max_tokens=99, messages=wire, tools=tools)
        return self.read(reply)
