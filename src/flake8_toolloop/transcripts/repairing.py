"""Repairs a recording: round by round, what the judge finds is changed where it stands, until nothing is left.

On a recording that needs none the answer is the same bytes. On one that does, every byte outside of the repaired
spans is the same.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.document import Edit, Lines, apply, overlap
from flake8_toolloop.transcripts.faults import faults_of
from flake8_toolloop.transcripts.reading import Reading, Torn, UnreadableError, read
from flake8_toolloop.transcripts.repairs import NONE, repairs_of

GZIP = b"\x1f\x8b"
ROUNDS = 1000
"""More than any recording has needed: a guard against repairs that undo each other."""


@dataclass(frozen=True)
class Left:
    """A fault that stays, and why."""

    fault: Fault
    reason: str
    line: int


@dataclass(frozen=True)
class Repair:
    """The repaired bytes, what was changed, and what could not be."""

    data: bytes
    """The very object that was given where nothing was changed."""
    changes: tuple[Change, ...] = ()
    left: tuple[Left, ...] = ()
    unreadable: str = ""
    """Why nothing could be looked at, "" where it could."""
    note: str = ""
    """What else there is to say."""

    @property
    def changed(self) -> bool:
        return bool(self.changes)


def repair(data: bytes, *, format: str | None = None, policy: Policy | None = None) -> Repair:  # noqa: A002
    """Repair a recording. ``format`` is its format where it is known. Never raises for what the bytes hold."""
    policy = policy or Policy()
    if data.startswith(GZIP):
        return through_gzip(data, lambda inner: repair(inner, format=format, policy=policy))
    from flake8_toolloop.transcripts.scan import clean

    if clean(data, format):
        return Repair(data)
    return _rounds(data, format, policy)


def through_gzip(data: bytes, work: Callable[[bytes], Repair]) -> Repair:
    """The work done on what a compressed file holds; an unchanged file stays the bytes that it is."""
    try:
        inner = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        return Repair(data, unreadable=f"it cannot be decompressed: {error}")
    done = work(inner)
    return replace(done, data=gzip.compress(done.data, mtime=0)) if done.changed else replace(done, data=data)


def _rounds(data: bytes, form: str | None, policy: Policy) -> Repair:
    changes: list[Change] = []
    left: list[Left] = []
    for _ in range(ROUNDS):
        try:
            reading = read(data, form)
        except UnreadableError as error:
            return Repair(data, tuple(changes), (), "" if changes else str(error))
        accepted, left = _round(reading, policy)
        if not accepted:
            break
        data = apply(data, [edit for change in accepted for edit in change.edits])
        changes += accepted
    return Repair(data, tuple(changes), tuple(left))


def _round(reading: Reading, policy: Policy) -> tuple[list[Change], list[Left]]:
    """The changes of one round: none of them rests on what another changes."""
    accepted = Accepted()
    left: list[Left] = []
    lines = Lines(reading.source.data)
    for torn in reading.torn:
        accepted.offer(_torn(reading, torn))
    for conversation, fault in faults_of(reading, policy):
        repairer = repairs_of(conversation.format).get(fault.kind)
        change = repairer(conversation, fault, policy) if repairer is not None else NONE
        _, node = conversation.nearest(fault.pointer)
        line, _column = lines.place(node.start)
        if isinstance(change, str) or not change.edits:
            left.append(Left(fault, change if isinstance(change, str) else NONE, line))
        else:
            accepted.offer(replace(change, line=line, pointer=conversation.place(fault.pointer).pointer))
    return accepted.changes, left


class Accepted:
    """Changes that go together."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self._edits: list[Edit] = []
        self._guards: list[Edit] = []

    def offer(self, change: Change) -> None:
        """Take a change unless it meets another: it then comes again in the next round."""
        guards = [Edit(start, end, b"") for start, end in change.guard]
        if overlap(change.edits, self._edits) or overlap(guards, self._edits) or overlap(change.edits, self._guards):
            return
        self.changes.append(change)
        self._edits += change.edits
        self._guards += guards


def _torn(reading: Reading, torn: Torn) -> Change:
    doc = reading.source.docs[torn.doc]
    if torn.whole is not None:
        edit, what = Edit(doc.start, torn.whole, b""), "took out what is left of a torn record"
    else:
        edit, what = Edit(doc.start, doc.stop, b""), "took out a torn line"
    lost = "what the record said is not in the file"
    return Change("torn", what, (edit,), lost, (), doc.line)
