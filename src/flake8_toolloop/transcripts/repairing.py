"""Repairs a recording: round by round, what the judge finds is changed where it stands, until nothing is left.

On a recording that needs none the answer is the same bytes. On one that does, every byte outside of the repaired
spans is the same.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.document import Edit, Lines, apply, overlap
from flake8_toolloop.transcripts.faults import faults_of
from flake8_toolloop.transcripts.known import Known
from flake8_toolloop.transcripts.reading import Reading, Torn, UnreadableError, read
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import NONE, repairs_of

GZIP = b"\x1f\x8b"
NO_HELP = "what would repair it does not help here"
PATIENCE = 10
"""Rounds without less to repair than ever before."""
CHANCES = 3
"""How often a repair may be tried that did not help: others may have stood in its way."""
Reader = Callable[[bytes], Reading]
"""Raises UnreadableError."""


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


def repair(
    data: bytes,
    *,
    format: str | None = None,  # noqa: A002
    policy: Policy | None = None,
    known: Known | None = None,
) -> Repair:
    """Repair a recording. ``format`` is its format where it is known. Never raises for what the bytes hold.

    Who repairs every request of many conversations keeps one ``known``: what was clean before is not read again.
    """
    policy = policy or Policy()
    if data.startswith(GZIP):
        return through_gzip(data, lambda inner: repair(inner, format=format, policy=policy))
    from flake8_toolloop.transcripts.scan import clean

    if policy.empty_thinking != "drop" and clean(data, format, known):
        return Repair(data)
    return rounds(data, lambda text: read(text, format), policy)


def through_gzip(data: bytes, work: Callable[[bytes], Repair]) -> Repair:
    """The work done on what a compressed file holds; an unchanged file stays the bytes that it is."""
    try:
        inner = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        return Repair(data, unreadable=f"it cannot be decompressed: {error}")
    done = work(inner)
    return replace(done, data=gzip.compress(done.data, mtime=0)) if done.changed else replace(done, data=data)


def rounds(data: bytes, reader: Reader, policy: Policy, first: int = 1) -> Repair:
    """Round by round, while there is less to repair: what does not help is not done. ``first`` numbers the lines."""
    changes: list[Change] = []
    futile: Counter[Key] = Counter()
    resting: set[Key] = set()
    try:
        now = best = _State(data, reader, policy, first)
    except UnreadableError as error:
        return Repair(data, unreadable=str(error))
    patience = kept = 0
    while patience < PATIENCE:
        patience += 1
        accepted, keys, _ = _round(now, policy, resting)
        if not accepted:
            break
        then = _after(now, accepted, reader, policy)
        held = set(keys) if then is None else {key for key in keys if then.faults[key] >= now.faults[key]}
        if then is None or held:
            futile.update(held)
            resting |= held
            continue
        changes += accepted
        now, resting = then, {key for key, times in futile.items() if times >= CHANCES}
        if now.number < best.number:
            best, patience, kept = now, 0, len(changes)
    if now.number > best.number:
        now, changes = best, changes[:kept]
    _, _, left = _round(now, policy, set(now.faults))
    return Repair(now.data, tuple(changes), tuple(left))


def _after(now: _State, accepted: list[Change], reader: Reader, policy: Policy) -> _State | None:
    """The recording with the changes made; None where nothing would be left of it."""
    try:
        data = apply(now.data, [edit for change in accepted for edit in change.edits])
        return _State(data, reader, policy, now.first)
    except UnreadableError:
        return None


class _State:
    """A recording between two rounds. Raises UnreadableError."""

    def __init__(self, data: bytes, reader: Reader, policy: Policy, first: int) -> None:
        self.data, self.first = data, first
        self.reading = reader(data)
        self.found = list(faults_of(self.reading, policy))
        torn = [_key(torn.fault) for torn in self.reading.torn]
        self.faults = Counter([_key(fault) for _, fault in self.found] + torn)
        self.number = self.faults.total()


Key = tuple[str, tuple[str, ...]]
"""What a fault is known by from one round to the next: places move."""


def _key(fault: Fault) -> Key:
    return fault.kind, fault.ids


def _round(state: _State, policy: Policy, resting: set[Key]) -> tuple[list[Change], list[Key], list[Left]]:
    """The changes of one round, with what they are for: none of them rests on what another changes."""
    accepted = Accepted()
    keys: list[Key] = []
    left: list[Left] = []
    lines = Lines(state.data, state.first)
    for torn in state.reading.torn:
        if _key(torn.fault) in resting:
            left.append(Left(torn.fault, NO_HELP, state.reading.source.docs[torn.doc].line))
        elif accepted.offer(_torn(state.reading, torn)):
            keys.append(_key(torn.fault))
    for conversation, fault in state.found:
        key = _key(fault)
        change = repairs_of(conversation.format).get(fault.kind, _nothing)(conversation, fault, policy)
        _, node = conversation.nearest(fault.pointer)
        line, _column = lines.place(node.start)
        if isinstance(change, str):
            left.append(Left(fault, change, line))
        elif not change.edits or key in resting:
            left.append(Left(fault, NO_HELP if change.edits else NONE, line))
        elif accepted.offer(replace(change, line=line, pointer=conversation.place(fault.pointer).pointer)):
            keys.append(key)
    return accepted.changes, keys, left


def _nothing(_conversation: Conversation, _fault: Fault, _policy: Policy) -> str:
    return NONE


class Accepted:
    """Changes that go together."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self._edits: list[Edit] = []
        self._guards: list[Edit] = []

    def offer(self, change: Change) -> bool:
        """Take a change unless it meets another: it then comes again in the next round."""
        guards = [Edit(start, end, b"") for start, end in change.guard]
        if overlap(change.edits, self._edits) or overlap(guards, self._edits) or overlap(change.edits, self._guards):
            return False
        self.changes.append(change)
        self._edits += change.edits
        self._guards += guards
        return True


def _torn(reading: Reading, torn: Torn) -> Change:
    doc = reading.source.docs[torn.doc]
    if torn.whole is not None:
        edit, what = Edit(doc.start, torn.whole, b""), "took out what is left of a torn record"
    else:
        edit, what = Edit(doc.start, doc.stop, b""), "took out a torn line"
    lost = "what the record said is not in the file"
    return Change("torn", what, (edit,), lost, (), doc.line)
