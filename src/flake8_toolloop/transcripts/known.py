"""What was clean a moment ago: a conversation that has only grown is looked at from where it was.

Each request of a conversation repeats the one before it and adds to it. Whether bytes begin as other bytes did is told
at the speed of memory; the rest is short. For gateways: one `Known` for all that passes, used from any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.skimming import Turns

MOST = 8
"""Conversations that are remembered."""
LARGEST = 32 << 20
"""Bytes of one of them."""


@dataclass(frozen=True)
class Beginning:
    """A clean request up to the end of its last message."""

    text: bytes
    form: str | None
    role: str | None
    """Whose the last message is."""
    turns: Turns
    tail: tuple[str | None, Any]
    """Model and thinking as the request says them behind its messages; what it says before them is in the text."""


class Known:
    """The latest clean requests."""

    def __init__(self) -> None:
        self._beginnings: tuple[Beginning, ...] = ()

    def of(self, data: bytes, form: str | None) -> Beginning | None:
        """The one that a request goes on from."""
        return next((one for one in self._beginnings if one.form == form and data.startswith(one.text)), None)

    def add(self, new: Beginning, old: Beginning | None = None) -> None:
        """Remember a request, in the place of the one that it goes on from."""
        if len(new.text) <= LARGEST:
            rest = tuple(one for one in self._beginnings if one is not old and one.text != new.text)
            self._beginnings = (new, *rest)[:MOST]
