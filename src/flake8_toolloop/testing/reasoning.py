"""Responses: reasoning without what it led to, and what it led to without reasoning.

Whether a call had a reasoning item is seldom certain: not every response has one, and the provider takes such steps.
An error that was recorded tells it. Where the ids are none of a provider's, the items were written anew, and the other
turns tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.items import OUTPUTS, kind_of, made, spot
from flake8_toolloop.testing.reading import word

_NO_REASONING = re.compile(r"Item \W{0,3}(\w+)\W{0,3}(?: of type [^.]{0,60}?| \(of type [^.]{0,60}?)"
                           r"was provided without its required \W{0,3}reasoning\W{0,3} item")  # fmt: skip
_GIVEN = re.compile(r"[a-z]{1,5}_[0-9A-Za-z_-]{16,}")
"""Ids as providers give them. With these, steps without reasoning go through, as recorded requests show: nothing is
concluded from the other turns. (All items of one conversation begin alike, so that they do not tell the response.)"""


@dataclass
class _Run:
    """What the model made without a word from anyone else between."""

    cycle: int
    """How many messages of the user's stand before it."""
    indexes: list[int] = field(default_factory=list)
    reasoning: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    owner: int | None = None
    """The reasoning of an earlier run of the cycle, with nothing but calls and outputs since."""

    @property
    def dangling(self) -> list[int]:
        """The reasoning items at its end."""
        count = 0
        while count < len(self.reasoning) and self.reasoning[-1 - count] == self.indexes[-1 - count]:
            count += 1
        return self.indexes[len(self.indexes) - count :]


def reasoning_faults(items: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """All faults of the reasoning items, and of what has lost its own."""
    runs = _runs(items)
    told = {match for text in recorded for match in _NO_REASONING.findall(text)}
    together = any(len(run.calls) > 1 for run in runs)
    asking = [run for run in runs if run.calls]
    lacking = [run for run in asking if not run.reasoning]
    alone = len(lacking) == 1 and len(asking) > 1
    for run in runs:
        if run.dangling:
            yield from _dangling(items, run)
        elif not run.reasoning:
            yield from _without(items, run, told, together=together, alone=alone)


def _runs(items: list[Any]) -> list[_Run]:
    runs: list[_Run] = []
    cycle, open_run, since = 0, False, True
    for index, item in enumerate(items):
        kind = kind_of(item)
        if made(item):
            if not open_run:
                runs.append(_Run(cycle, owner=_owner(runs, cycle) if since else None))
            runs[-1].indexes.append(index)
            if kind == dialect.REASONING:
                runs[-1].reasoning.append(index)
            elif kind in dialect.ANSWERS:
                runs[-1].calls.append(index)
            since = True
        elif kind == dialect.MESSAGE:
            cycle += 1
        since = since and (made(item) or kind in OUTPUTS)
        open_run = made(item)
    return runs


def _owner(runs: list[_Run], cycle: int) -> int | None:
    """The reasoning that the run before led from, if it is of the same cycle and ends with a call."""
    if not runs or runs[-1].cycle != cycle:
        return None
    before = runs[-1]
    ends_with_call = bool(before.calls) and before.calls[-1] == before.indexes[-1]
    return before.reasoning[0] if before.reasoning and ends_with_call else before.owner


def _dangling(items: list[Any], run: _Run) -> Iterator[Fault]:
    """Reasoning at the end of a run. What stands before it without reasoning of its own has changed places with it.

    Only what has an id is checked for what goes with it.
    """
    dangling = [index for index in run.dangling if word(items[index].get("id"))]
    if not dangling:
        return
    if len(run.indexes) > len(dangling) == len(run.reasoning):
        yield _before_its_reasoning(items, run.indexes[0], dangling[0])
    for index in dangling:
        ident = word(items[index].get("id"))
        said = dialect.NO_FOLLOWER.text(item=ident)
        what = f"nothing of the turn follows the reasoning `{ident}`"
        yield Fault("dangling-reasoning", spot(index), what, dialect.NO_FOLLOWER, (ident,), said=said)


def _before_its_reasoning(items: list[Any], index: int, reasoning: int) -> Fault:
    ident, kind = word(items[index].get("id")), kind_of(items[index])
    other = word(items[reasoning].get("id"))
    what = f"the {kind} `{ident}` stands before its reasoning `{other}`"
    said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning=other)
    related = (spot(reasoning),)
    return Fault("item-before-reasoning", spot(index), what, dialect.NO_REASONING, (ident, other), related, said)


def _without(items: list[Any], run: _Run, told: set[str], *, together: bool, alone: bool) -> Iterator[Fault]:
    """The items of a run without reasoning that have lost it: only those with an id are checked by the provider.

    ``together``: calls stand together somewhere, as they were made; then a call alone was made alone.
    ``alone``: all other turns with calls have reasoning.
    """
    only_calls = len(run.calls) == len(run.indexes)
    for index in run.indexes:
        ident, kind = word(items[index].get("id")), kind_of(items[index])
        calls = kind in dialect.ANSWERS
        if not ident or (ident not in told and (_GIVEN.fullmatch(ident) or not calls)):
            continue
        if run.owner is not None and only_calls and (ident in told or not together):
            yield _interleaved(items, index, run.owner)
        elif ident in told or alone:
            said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning="rs_")
            what = f"the {kind} `{ident}` has lost its reasoning"
            yield Fault("lost-reasoning", spot(index), what, dialect.NO_REASONING, (ident,), said=said)


def _interleaved(items: list[Any], index: int, owner: int) -> Fault:
    ident, kind, other = word(items[index].get("id")), kind_of(items[index]), word(items[owner].get("id"))
    what = f"the {kind} `{ident}` stands behind an output, apart from the reasoning `{other}` that it belongs to"
    said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning=other)
    return Fault("interleaved", spot(index), what, dialect.NO_REASONING, (ident, other), (spot(owner),), said)
