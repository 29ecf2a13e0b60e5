from typing import Any, Literal

from pydantic import BaseModel


class Part(BaseModel):
    type: Literal["text", "thinking", "tool_use"]
    text: str = ""
    thought: str = ""
    call: dict[str, Any] | None = None


def read(message: Any) -> list[Part]:
    parts = []
    for b in message.content:
        if b.type == "thinking":
            parts.append(Part(type="thinking", thought=b.thinking))
        elif b.type == "text":
            parts.append(Part(type="text", text=b.text))
        elif b.type == "tool_use":
            parts.append(Part(type="tool_use", call={"id": b.id, "name": b.name, "input": b.input}))
    return parts


def write(parts: list[Part]) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = []
    for p in parts:
        if p.type == "thinking":
            blocks.append({"type": "thinking", "thinking": p.thought})  # expect: TLP303
        elif p.type == "text":
            blocks.append({"type": "text", "text": p.text})
        elif p.call is not None:
            blocks.append({"type": "tool_use", **p.call})
    return {"role": "assistant", "content": blocks}
