"""The data half of a dialect: how conversations stand in its requests and responses, and what it refuses."""

from __future__ import annotations

from dataclasses import dataclass

from flake8_toolloop.dialects.base import Kind
from flake8_toolloop.dialects.errors import ErrorText


@dataclass(frozen=True)
class Wire:
    """One API as JSON. Facts: each with its source in the module that fills it in."""

    name: str
    title: str
    version: str
    """When the facts were read."""
    holder: str
    """The request's field that holds the conversation."""
    unit: tuple[str, ...]
    """The path from a response to the turn; ``[]`` is the first element."""
    content: str
    """The field of a message that holds its blocks; "" where the conversation is a list of items."""
    roles: tuple[str, ...]
    """What a message's ``role`` may say."""
    assistant: str
    kinds: tuple[Kind, ...]
    call: str
    result: str
    by_key: bool = False
    """A block's kind is the one key of these that it has, and not what its ``type`` says."""
    system: tuple[str, ...] = ("system", "developer")
    """Roles of what stands before and between turns and is nobody's turn."""
    response_keys: tuple[str, ...] = ()
    """Keys that a response has and a request never."""
    errors: tuple[ErrorText, ...] = ()
    """What it says when it refuses a request; a text that holds another's comes before it."""

    def kind(self, name: str) -> Kind | None:
        return next((kind for kind in self.kinds if kind.name == name), None)

    @property
    def deliberation(self) -> tuple[str, ...]:
        return tuple(kind.name for kind in self.kinds if kind.deliberation)
