"""A session of Claude Code as a few numbers a line: how its records hang together, and where it can be cut.

What is judged of a message is near it, but for a few things: the record that is its parent, reasoning that another
turn has already, whether a model writes its thinking, who the last one was. Of these the survey keeps some thirty
bytes a line, so that all else can be read in windows of the file.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from flake8_toolloop.testing.wire import deliberates, identity, kind
from flake8_toolloop.transcripts.claudecode import SYNTHETIC, blocks, record
from flake8_toolloop.transcripts.document import BOM, NotJsonError, values

Progress = Callable[[int, int], None]
MEGA = 1_000_000
GAP = 1 << 18
"""Bytes between two places that are thought of for a cut."""
ROOT, NO_RECORD = -1, -2
NO_CHAIN = (1 << 32) - 1
NO_MESSAGE, USERS, NAMELESS = 0, 1, 2
WRITTEN, BLANK, OTHER = 0, 1, 2
"""Of thinking: it has its text, it has none, it never has one."""
PARTS = 16
"""Numbers are compared with each other in so many parts, so that no more than one is held as objects."""


class Fact(NamedTuple):
    """What is kept of a line for a moment."""

    uuid: str = ""
    """"" where it is in no chain."""
    parent: str | None = None
    chain: str = ""
    role: str = ""
    """"" where it holds no message that is sent."""
    model: str = ""
    ident: str = ""
    thoughts: tuple[tuple[int, int], ...] = ()
    """Of each block of reasoning a hash of what it is known by, and whether it has its text."""
    answers: bool = False
    says: bool = False
    """A message of the user's that brings results, that says something else."""
    note: bool = False
    """The program has noted an error in it."""
    server: bool = False
    """It calls a tool of the provider's own."""


NOTHING = Fact()
TORN = Fact()


def slow_fact(text: bytes) -> Fact:
    """What any line says."""
    try:
        value = values(text)
    except NotJsonError:
        return TORN
    if not isinstance(value, dict):
        return NOTHING
    message = value.get("message")
    model = message.get("model") if isinstance(message, dict) else None
    note = value.get("isApiErrorMessage") is True or model == SYNTHETIC
    one = record(0, value)
    if one is None:
        return Fact(note=note)
    held = blocks(one)
    kinds = [kind(block) for block in held]
    thoughts = []
    for block in held if one.role == "assistant" else ():
        known = identity(block)
        if deliberates(block):
            says = OTHER if kind(block) != "thinking" else WRITTEN if block.get("thinking") else BLANK
            thoughts.append((hash(known[2]) if known else 0, says))
    return Fact(
        one.uuid,
        one.parent,
        one.chain,
        one.role,
        model if isinstance(model, str) else "",
        one.ident,
        tuple(thoughts),
        answers="tool_result" in kinds,
        says=not held or any(name != "tool_result" for name in kinds),
        note=note,
        server=any(name.endswith("_tool_use") for name in kinds),
    )


def fact_reader() -> Callable[[bytes], Fact]:
    """What reads lines: several times faster with the extra `transcripts`."""
    try:
        from flake8_toolloop.transcripts.skimming import fact_of
    except ImportError:
        return slow_fact
    return fact_of


def _turn(fact: Fact) -> int:
    """Which message a record of the main chain is a piece of, as a number."""
    if fact.chain or not fact.role:
        return NO_MESSAGE
    if fact.role == "user":
        return USERS
    return hash(fact.ident) | 4 if fact.ident else NAMELESS


class Seams:
    """Where a session can be cut: a turn with all that answers it, which both sides then hold."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int]] = []
        """First and last line of each."""
        self._next = GAP
        self._open: int | None = None
        self._last = 0
        self._role = self._ident = ""
        self._says = self._server = False

    def broken(self) -> None:
        """Something stands here that is not to be cut."""
        self._open = None

    def take(self, line: int, offset: int, fact: Fact, *, follows: bool) -> None:
        """A record; ``follows``: on the one before it in its chain."""
        self._server = self._server or fact.server
        if fact.chain or not follows:
            self._open = None
        if fact.chain or not fact.role:
            return
        if fact.role == "assistant":
            self._turn(line, offset, fact)
        else:
            self._last, self._says = line, self._says or fact.says
        self._role = fact.role

    def _turn(self, line: int, offset: int, fact: Fact) -> None:
        new = not fact.ident or fact.ident != self._ident
        if self._open is not None and (new or self._role == "user"):
            # A call of the provider's own may wait through messages that hold results alone.
            if new and self._role == "user" and (self._says or not self._server):
                self.found.append((self._open, self._last))
                self._next, self._server = offset + GAP, False
            self._open = None
        if self._open is None and offset >= self._next and self._role == "user" and new:
            self._open, self._says = line, False
        self._ident = fact.ident


@dataclass
class Chain:
    """One of a session's chains, as far as it was read."""

    number: int
    last: int = -1
    """The line of its last record."""
    uuid: str = ""
    since: int = 0
    """The line of the record that has no parent, below which all hang since."""
    root: int = 0
    """The first line that is sent."""
    role: str = ""
    ident: str = ""
    writer: int = 0
    """The turn at its end, and the model that the first record of the turn names."""
    model: int = 0
    """The last model that is named in it."""
    asked: int = -1
    """The line of the last message in which the user has spoken."""
    asks: int = -1
    """The same of a message that is not at its end."""


class Survey:
    """What was kept of all lines. Lines are counted from 0."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.starts = array("Q")
        """Where each line starts, and where the file ends."""
        self.chains: dict[str, Chain] = {}
        self.note = -1
        """The last line in which an error is noted."""
        self.models: dict[str, int] = {"": 0}
        self.seams = Seams()
        self.monotone = True
        """Whether each record of a chain that is sent stands behind its parent."""
        self._chain, self._uuid, self._parent = array("I"), array("q"), array("i")
        self._turn_of = array("q")
        """Of each line of the main chain whose message it is a piece of: the user's, or a hash of the turn's id."""
        self._begins = array("I")
        """Of each line the model of the turn that begins there."""
        self._thought, self._thinker, self._writes = array("q"), array("I"), array("I")
        self._sent = bytearray()
        """Whether each line is sent, where all is monotone."""
        self._elsewhere: dict[int, tuple[int, int]] = {}
        """Records whose parent is not the record before them: a hash of its name, and the line of the one before."""
        self.ties: list[tuple[int, int]] = []
        """Lines that have to be seen together."""

    # Reading

    def add(self, offset: int, fact: Fact) -> None:
        """The next line."""
        line = len(self.starts)
        self.starts.append(offset)
        if fact.note:
            self.note = line
        if not fact.uuid:
            self._chain.append(NO_CHAIN)
            self._uuid.append(0)
            self._parent.append(NO_RECORD)
            self._turn_of.append(NO_MESSAGE)
            self._begins.append(0)
            if fact is TORN:
                self.seams.broken()
            return
        chain = self.chains.get(fact.chain)
        if chain is None:
            chain = self.chains[fact.chain] = Chain(len(self.chains), since=line)
        self._chain.append(chain.number)
        self._uuid.append(hash(fact.uuid))
        self._turn_of.append(_turn(fact))
        self._begins.append(0)
        follows = self._tie(chain, line, fact)
        self.seams.take(line, offset, fact, follows=follows)
        if fact.role == "assistant":
            self._think(chain, line, fact)
        elif fact.role:
            if chain.role != "user":
                chain.asks = line
            if fact.answers:
                chain.asks = -1
        chain.role = fact.role or chain.role
        chain.last, chain.uuid = line, fact.uuid

    def _tie(self, chain: Chain, line: int, fact: Fact) -> bool:
        """Whether a record hangs on the one before it."""
        if fact.parent is None:
            if fact.chain and chain.last >= 0:
                self.ties.append((chain.since, chain.last))
            chain.since = line
            self._parent.append(ROOT)
            return False
        follows = chain.last >= 0 and fact.parent == chain.uuid
        self._parent.append(chain.last if follows else ROOT)
        if not follows:
            self._elsewhere[line] = hash(fact.parent), chain.last
        return follows

    def _think(self, chain: Chain, line: int, fact: Fact) -> None:
        if chain.asks >= 0:
            chain.asked, chain.asks = chain.asks, -1
        if not fact.ident or fact.ident != chain.ident:
            chain.ident = fact.ident
            chain.writer = self._begins[line] = self.models.setdefault(fact.model, len(self.models))
        for known, writes in fact.thoughts:
            self._thought.append(known)
            self._thinker.append(line)
            self._writes.append(chain.writer << 2 | writes)

    def end(self, offset: int) -> None:
        """The file ends here: tie what hangs on something else than the record before it."""
        self.starts.append(offset)
        for name, chain in self.chains.items():
            if chain.asks >= 0:
                chain.asked = chain.asks
            if name:
                self.ties.append((chain.since, chain.last))
        self._tie_elsewhere()
        self._tie_twins()
        self._sent.extend(bytes(len(self._chain)))
        for chain in self.chains.values():
            chain.root = self._root_of(chain)

    def _tie_elsewhere(self) -> None:
        wanted = {known for known, _ in self._elsewhere.values()}
        found: dict[tuple[int, int], int] = {}
        anywhere: dict[int, list[int]] = defaultdict(list)
        for line, known in enumerate(self._uuid) if wanted else ():
            if known in wanted and self._parent[line] != NO_RECORD:
                found[known, self._chain[line]] = line
                anywhere[known].append(line)
        for line, (known, before) in self._elsewhere.items():
            parent = found.get((known, self._chain[line]), before)
            self._parent[line] = parent if parent != line else ROOT
            others = [*anywhere[known], before if before >= 0 else line]
            self.ties.append((min(*others, line), max(*others, line)))
        self._elsewhere = {}

    def _tie_twins(self) -> None:
        """Records of one name: the last of them stands for all."""
        for part in range(PARTS):
            first: dict[int, int] = {}
            for line, known in enumerate(self._uuid):
                if known % PARTS == part and self._parent[line] != NO_RECORD:
                    other = first.setdefault(known, line)
                    if other != line:
                        self.ties.append((other, line))
                        self.monotone = self.monotone and self._chain[line] != self._chain[other]

    def _root_of(self, chain: Chain) -> int:
        at = chain.last
        while True:
            self._sent[at] = True
            chain.model = chain.model or self._begins[at]
            parent = self._parent[at]
            if parent < 0:
                return at
            if parent >= at:
                self.monotone = False
                return 0
            at = parent

    # Asking

    def __len__(self) -> int:
        return len(self._chain)

    @property
    def size(self) -> int:
        return self.starts[-1]

    def thoughts(self) -> Iterator[tuple[int, int, int, str, int]]:
        """Hash, chain, line and model of each block of reasoning that is sent, and whether it has its text."""
        names = list(self.models)
        for at, line in enumerate(self._thinker):
            if self._sent[line]:
                number, writes = divmod(self._writes[at], 4)
                yield self._thought[at], self._chain[line], line, names[number], writes

    def twins(self) -> dict[int, list[int]]:
        """Lines with reasoning that may be that of a line before them, with those lines."""
        found: dict[int, list[int]] = {}
        for part in range(PARTS):
            first: dict[tuple[int, int], int] = {}
            for known, line in zip(self._thought, self._thinker, strict=True):
                if known % PARTS == part and known and self._sent[line]:
                    other = first.setdefault((known, self._chain[line]), line)
                    if other != line:
                        found.setdefault(line, []).append(other)
        return found

    def chain_of(self, line: int) -> int:
        """The number of a record's chain."""
        return self._chain[line]

    def messages_before(self) -> Iterator[int]:
        """Of each line how many messages of the main chain are sent before that which it belongs to, or follows."""
        count = 0
        before = last = NO_MESSAGE
        for line, turn in enumerate(self._turn_of):
            yield count
            if turn == NO_MESSAGE or not self._sent[line]:
                continue
            if turn != last and (turn in (USERS, NAMELESS) or turn != before):
                count += 1
                before, last = last, turn
            elif turn == NAMELESS:
                count += 1

    def cuts(self) -> Iterator[tuple[int, int]]:
        """The seams that lie within nothing that has to be seen together."""
        ties = sorted(self.ties)
        reach = array("q")
        for _, end in ties:
            reach.append(max(end, reach[-1] if reach else end))
        for first, last in self.seams.found if self.monotone else ():
            before = bisect_left(ties, (last, -1))
            if not before or reach[before - 1] <= last:
                yield first, last


def survey(path: str, progress: Progress | None) -> Survey:
    """Read a session once."""
    one, fact, offset = Survey(path), fact_reader(), 0
    size = Path(path).stat().st_size
    with Path(path).open("rb") as stream:
        for line in stream:
            text = line.removeprefix(BOM) if not offset else line
            one.add(offset, NOTHING if text.isspace() or not text else fact(text))
            offset += len(line)
            if progress is not None:
                progress(offset // MEGA, size // MEGA)
    one.end(offset)
    return one
