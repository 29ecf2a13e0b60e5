from dataclasses import dataclass, field
from typing import Any


@dataclass
class AssistantTurn:
    blocks: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, message: Any) -> "AssistantTurn":
        return cls([b.model_dump(exclude_unset=True, by_alias=True) for b in message.content])

    @property
    def reasoning(self) -> str:
        return "\n".join(b["thinking"] for b in self.blocks if b["type"] == "thinking")

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [b for b in self.blocks if b["type"] == "tool_use"]

    def wire(self) -> dict[str, Any]:
        return {"role": "assistant", "content": self.blocks}


def loop(client: Any, wire: list[Any], tools: list[Any], answer: Any) -> AssistantTurn:
    while True:
        turn = AssistantTurn.of(
            client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
        )
        wire.append(turn.wire())
        if not turn.requests:
            return turn
        wire.append({"role": "user", "content": [answer(r) for r in turn.requests]})
