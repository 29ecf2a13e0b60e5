"""Our own idea of a conversation, independent of who serves the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ToolCall:
    """The model wants a tool to be run."""

    id: str
    name: str
    arguments: dict[str, Any]


@dataclass
class Turn:
    """One entry of a conversation; role is user, assistant or tool."""

    role: str
    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    call_id: str = ""
    """Which call a tool's turn answers."""

    def as_record(self) -> dict[str, Any]:
        """A line of the session file."""
        return {
            "role": self.role,
            "text": self.text,
            "calls": [vars(call) for call in self.calls],
            "call_id": self.call_id,
        }

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Turn:
        """The turn of a line of the session file."""
        calls = [ToolCall(**call) for call in record.get("calls", [])]
        return cls(record["role"], record.get("text", ""), calls, record.get("call_id", ""))
