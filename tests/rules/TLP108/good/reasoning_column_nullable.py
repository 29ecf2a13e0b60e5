from dataclasses import dataclass
from typing import Any


@dataclass
class Row:
    blocks: list[dict[str, Any]]
    reasoning: str | None
    answer: str | None


def to_row(message: Any) -> Row:
    thinking = "".join(b.thinking for b in message.content if b.type == "thinking").strip()
    text = "".join(b.text for b in message.content if b.type == "text").strip()
    return Row([b.to_dict() for b in message.content], thinking or None, text or None)


def to_wire(row: Row) -> dict[str, Any]:
    return {"role": "assistant", "content": row.blocks}


def results_to_wire(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": i, "content": c} for i, c in pairs]}
