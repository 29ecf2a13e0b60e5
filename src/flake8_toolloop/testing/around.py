"""What a judge has to know of a conversation of which it sees a piece: the rest, as far as it bears on the piece."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from flake8_toolloop.testing.fault import Pointer

_NUMBER = re.compile(r"\Amessages\.(\d+)")
Identity = tuple[str, str, str]


@dataclass(frozen=True)
class Around:
    """The rest of a conversation."""

    seen: Mapping[Identity, Pointer] = field(default_factory=dict)
    """Blocks of reasoning that stand before the piece, and where."""
    writes: frozenset[str] = frozenset()
    """The models whose reasoning has its text somewhere."""
    model: str = ""
    """The last one that is named."""
    asked: bool = False
    """The user speaks again behind the piece."""
    messages: int = 0
    """How many stand before the piece."""

    def said(self, text: str) -> str:
        """What the provider says, with the number that a message has in the whole."""
        return _NUMBER.sub(lambda found: f"messages.{int(found[1]) + self.messages}", text)


NONE = Around()
"""It is the whole."""
