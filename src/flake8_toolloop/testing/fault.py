"""What a contract's judge finds wrong with a recorded conversation: places, not prose, so that a repair finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from flake8_toolloop.dialects.errors import ErrorText

Pointer = tuple[str | int, ...]
"""A place in a JSON value: keys and indexes from its root."""

FaultKind = Literal[
    "orphan-result",
    "open-at-tail",
    "unanswered-call",
    "duplicate-result",
    "mismatched-id",
    "duplicate-call",
    "split-results",
    "text-before-result",
    "interleaved",
    "roles-in-a-row",
    "empty-content",
    "empty-text",
    "unsigned",
    "without-data",
    "garbled-signature",
    "duplicate-signed",
    "blanked-thinking",
    "empty-thinking",
    "lost-reasoning",
    "dangling-reasoning",
    "item-before-reasoning",
    "moved",
    "reasoning-field-missing",
    "field-refused",
    "wrong-item-id",
    "without-encrypted",
    "foreign-reasoning",
    "malformed-message",
    "client-field",
    "not-permitted",
    "server-unresolved",
    "server-unexpected",
    "lost-parent",
    "off-chain",
    "torn",
    "illegal-stream",
    "thinking-in-start",
]


@dataclass(frozen=True)
class Fault:
    """One fault of a conversation, in the words of no provider."""

    kind: FaultKind
    pointer: Pointer
    """Where it is, from the root of what the judge was given."""
    message: str
    """What is wrong, one line in plain words."""
    error: ErrorText | None = None
    """What the provider answers; None where it accepts it, and something is lost in silence."""
    ids: tuple[str, ...] = ()
    """The calls or items that it is about."""
    related: tuple[Pointer, ...] = ()
    """Other places of the same fault."""
    said: str = ""
    """The provider's text with its values filled in."""
