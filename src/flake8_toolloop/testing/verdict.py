"""What a judge says: refusals, losses that the API accepts in silence, and hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing.fault import Pointer

DamageKind = Literal[
    "lost", "changed", "moved", "missing", "split", "executed", "toggled", "prefix", "dropped", "added", "padded"
]
"""lost, changed, moved: a block of a turn. missing: a whole turn. split: its results came in several messages.
executed: a call that was cut off was run. toggled: the thinking mode was changed before the cycle was closed.
prefix: what stands before a thinking block is not what it was. dropped: the API removed a block for that.
added: a block in a turn that is none of its own. padded: a block with fields that were never sent."""


class Mode(Enum):
    """Which of the API's rules hold: they differ by model, account and the request's thinking mode."""

    AUTO = "auto"
    """As each request asks: manual where `thinking.type` is "enabled", else adaptive."""
    MANUAL = "manual"
    """Thinking that is switched on: a tool loop's assistant messages must start with it."""
    ADAPTIVE = "adaptive"
    """The model decides; thinking that is left out altogether is missed by no check."""
    PREFIX = "prefix"
    """As adaptive, and thinking is bound to all that stands before it."""


@dataclass(frozen=True)
class Refusal:
    """A 400 of the API: which, and its text."""

    error: ErrorText
    message: str
    pointer: Pointer = field(default=(), compare=False)
    """The block that it is about, where it is about one."""

    def __str__(self) -> str:
        return f"{self.error.status} {self.error.type}: {self.message}"


@dataclass(frozen=True)
class Damage:
    """Something that a request did to what was received, without being refused for it."""

    turn: int
    """The turn it happened to, counted from 1 within its conversation."""
    kind: DamageKind
    block: str
    """The type of the block, "" where it is none or many."""
    position: int | None
    """The block's index in the turn as it was received."""
    what: str
    """In words."""

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.what}"


@dataclass(frozen=True)
class Verdict:
    """All there is to say about one request."""

    errors: tuple[Refusal, ...] = ()
    """Of the first check that failed; the API answers with the first one."""
    losses: tuple[Damage, ...] = ()
    hints: tuple[Damage, ...] = ()
    """Permitted, but worth knowing: reasoning of closed cycles left out, old turns cut off, blocks added to a turn,
    fields added to a block."""

    @property
    def nothing_to_say(self) -> bool:
        return not self.errors and not self.losses
