"""What an item of OpenAI Responses is, and where it stands."""

from __future__ import annotations

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing.fault import Pointer
from flake8_toolloop.testing.reading import members, word

ASSISTANT = dialect.WIRE.assistant
OUTPUTS = tuple(dialect.ANSWERS.values())
TURN = (dialect.REASONING, *dialect.FOLLOWERS)


def spot(*steps: str | int) -> Pointer:
    return (dialect.WIRE.holder, *steps)


def kind_of(item: object) -> str:
    """The item's type; a message may come without."""
    fields = members(item)
    return word(fields.get("type")) or (dialect.MESSAGE if "role" in fields else "")


def made(item: object) -> bool:
    """Whether the model made the item, or a tool that the provider ran."""
    kind = kind_of(item)
    if kind == dialect.SEARCHED:
        return members(item).get("execution") != "client"
    return kind in TURN and (kind != dialect.MESSAGE or members(item).get("role") == ASSISTANT)
