"""Which queries are being answered, and which answers are known: how a recursive definition ends.

A query that comes back to one that is still open is cut short. What was found on the way holds as long as that one
stays open (asked from elsewhere, it may look different), so it is remembered until then and forgotten with it;
everything else is remembered for good. Without the first half, definitions that hang on one another are followed anew
along every path.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Questions(Generic[Answer]):
    """Open queries, the outermost first, and answers. No answer is None."""

    def __init__(self) -> None:
        self.answers: dict[Hashable, Answer] = {}
        self._open: dict[Hashable, int] = {}
        self._cut: set[int] = set()
        """The places among the open queries at which the one being answered was cut short."""
        self._outer: list[set[int]] = []
        self._for_now: dict[Hashable, tuple[Answer, set[int]]] = {}
        self._hanging: dict[int, list[Hashable]] = {}
        """The answers to forget when the query at a place is answered."""

    def __len__(self) -> int:
        return len(self._open)

    def known(self, key: Hashable) -> Answer | None:
        """The answer, where there is one already."""
        answer = self.answers.get(key)
        if answer is None and self._for_now:
            entry = self._for_now.get(key)
            if entry is not None:
                self._cut |= entry[1]
                return entry[0]
        return answer

    def comes_back(self, key: Hashable) -> bool:
        """Whether a query is open already; then its asker is cut short."""
        place = self._open.get(key)
        if place is None:
            return False
        self._cut.add(place)
        return True

    def open(self, key: Hashable) -> None:
        """Start answering a query; ``close`` has to follow."""
        self._open[key] = len(self._open)
        self._outer.append(self._cut)
        self._cut = set()

    def close(self, key: Hashable, answer: Answer | None) -> None:
        """End a query: with its answer, or with None where there is nothing to remember."""
        place = self._open.pop(key)
        cut = self._cut
        self._cut = self._outer.pop()
        for hanging in self._hanging.pop(place, ()):
            self._for_now.pop(hanging, None)
        cut.discard(place)
        if cut:
            self._cut |= cut
            if answer is not None:
                self._for_now[key] = (answer, cut)
                self._hanging.setdefault(max(cut), []).append(key)
        elif answer is not None:
            self.answers[key] = answer
