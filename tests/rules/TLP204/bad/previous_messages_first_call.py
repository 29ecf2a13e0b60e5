from dataclasses import dataclass, field
from typing import Any

import anthropic


@dataclass
class Entry:
    role: str
    content: str
    raw: list[Any] = field(default_factory=list)
    tool_calls: list[Any] = field(default_factory=list)
    tool_call_id: str = ""


def to_wire(entries: list[Entry]) -> list[dict[str, Any]]:
    wire: list[dict[str, Any]] = []
    pending: list[dict[str, Any]] = []
    for index, entry in enumerate(entries):
        if entry.role == "tool":
            previous = entries[index - 1]
            pending.append({
                "type": "tool_result",
                "tool_use_id": previous.tool_calls[0].id if previous.tool_calls else "",  # expect: TLP204
                "content": entry.content,
            })
            continue
        if pending:
            wire.append({"role": "user", "content": pending})
            pending = []
        wire.append({"role": entry.role, "content": entry.raw or entry.content})
    if pending:
        wire.append({"role": "user", "content": pending})
    return wire


def ask(client: anthropic.Anthropic, entries: list[Entry], tools: list[Any]) -> Any:
    return client.messages.create(
        model="claude-opus-4-5", max_tokens=1600, messages=to_wire(entries), tools=tools
    )
