from typing import Any

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A block as it came: known fields typed, everything else kept."""

    model_config = ConfigDict(extra="allow")

    type: str
    text: str | None = None
    thinking: str | None = None
    signature: str | None = None


def read(message: Any) -> list[Part]:
    return [Part.model_validate(b.to_dict()) for b in message.content]


def write(parts: list[Part]) -> dict[str, Any]:
    return {"role": "assistant", "content": [p.model_dump(exclude_unset=True) for p in parts]}


def results(parts: list[Part], run: Any) -> dict[str, Any]:
    calls = [p.model_dump(exclude_unset=True) for p in parts if p.type == "tool_use"]
    outs = [{"type": "tool_result", "tool_use_id": c["id"], "content": run(c)} for c in calls]
    return {"role": "user", "content": outs}
