from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Reply:
    thinking: str = ""
    text: str = ""
    calls: list[Any] = field(default_factory=list)


def read(message: Any) -> Reply:
    reply = Reply()
    for block in message.content:
        if block.type == "thinking":
            reply.thinking += block.thinking
        elif block.type == "text":
            reply.text += block.text
        elif block.type == "tool_use":
            reply.calls.append(block)
    return reply


def write(reply: Reply) -> dict[str, Any]:
    content: list[Any] = []
    if reply.thinking:
        content.append({"type": "thinking", "thinking": reply.thinking})  # expect: TLP303
    if reply.text:
        content.append({"type": "text", "text": reply.text})
    content.extend(reply.calls)
    return {"role": "assistant", "content": content}
