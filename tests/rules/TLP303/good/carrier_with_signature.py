from dataclasses import dataclass, field
from typing import Any


@dataclass
class Reply:
    blocks: list[Any] = field(default_factory=list)
    thinking: str = ""

    @property
    def calls(self) -> list[Any]:
        return [b for b in self.blocks if b.type == "tool_use"]


def read(message: Any) -> Reply:
    return Reply(message.content, "".join(b.thinking for b in message.content if b.type == "thinking"))


def write(reply: Reply) -> dict[str, Any]:
    return {"role": "assistant", "content": reply.blocks}


def answer(reply: Reply, run: Any) -> dict[str, Any]:
    outs = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in reply.calls]
    return {"role": "user", "content": outs}
