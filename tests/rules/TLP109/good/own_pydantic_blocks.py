from typing import Any, Literal

from pydantic import BaseModel


class Thought(BaseModel):
    type: Literal["thinking"] = "thinking"
    thinking: str
    signature: str


class Request(BaseModel):
    type: Literal["tool_use"] = "tool_use"
    id: str
    name: str
    input: dict[str, Any]


class Turn(BaseModel):
    blocks: list[Any]


def wire(turns: list[Turn]) -> list[dict[str, Any]]:
    return [{"role": "assistant", "content": [block.model_dump() for block in turn.blocks]} for turn in turns]
