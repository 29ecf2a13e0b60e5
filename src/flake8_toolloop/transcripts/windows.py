"""A long session in windows: each is read as if it were a session of its own that knows of the rest.

Two windows share a seam: a turn that nothing is wrong with, and all that answers it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from flake8_toolloop.dialects import anthropic_models as models
from flake8_toolloop.testing.around import Around, Identity
from flake8_toolloop.testing.fault import Pointer
from flake8_toolloop.testing.wire import deliberates, identity
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.claudecode import recorded_error
from flake8_toolloop.transcripts.document import NotJsonError, values
from flake8_toolloop.transcripts.faults import faults_of
from flake8_toolloop.transcripts.filedocs import FileDoc, FileDocs, read_bytes
from flake8_toolloop.transcripts.reading import Reading, UnreadableError, of_lines
from flake8_toolloop.transcripts.recording import Conversation, Doc
from flake8_toolloop.transcripts.survey import BLANK, WRITTEN, Survey

SIZE = 1 << 20
"""Bytes of a window where the session can be cut there."""
Slim = Callable[[object], object]


@dataclass(frozen=True)
class Window:
    """Lines of a session, counted from 0."""

    first: int
    last: int
    own: int
    """The first that is told here: those before it are told in the window before."""
    seam: int
    """The first that the next window has too; behind the last where there is none."""
    messages: int
    """Of the main chain, before it."""


class Windows:
    """The windows of a session."""

    def __init__(self, survey: Survey, policy: Policy) -> None:
        self.survey, self.policy = survey, policy
        self._numbers = {chain.number: name for name, chain in survey.chains.items()}
        self._writes: dict[str, set[str]] = defaultdict(set)
        for _, chain, _, model, writes in survey.thoughts():
            if writes == WRITTEN:
                self._writes[self._numbers[chain]].add(model)
        self._twins = survey.twins()
        self._suspects = sorted({*self._twins, *self._blanks()})
        names = (name for name in survey.models if name)
        known = list(survey.models)
        self.models = {name: known[chain.model] for name, chain in survey.chains.items()}
        """The last model that each chain names."""
        self.mixed = not all(models.plain_name(name).startswith("claude") for name in names)

    def _blanks(self) -> Iterator[int]:
        """Lines with reasoning without text that the rest of the file may tell to be damage."""
        drop, refused = self.policy.empty_thinking == "drop", self.survey.note >= 0
        for _, chain, line, model, writes in self.survey.thoughts():
            if writes == BLANK and (drop or refused or model in self._writes[self._numbers[chain]]):
                yield line

    def __iter__(self) -> Iterator[Window]:
        first = own = messages = 0
        starts, counts = self.survey.starts, enumerate(self.survey.messages_before())
        for seam, last in self.survey.cuts():
            if seam >= own and starts[seam] - starts[first] >= SIZE and self._whole(seam, last):
                yield Window(first, last, own, seam, messages)
                first, own, messages = seam, last + 1, next(count for line, count in counts if line == seam)
        yield Window(first, len(self.survey) - 1, own, len(self.survey), messages)

    def _whole(self, seam: int, last: int) -> bool:
        """Whether nothing is wrong with the lines of a seam."""
        try:
            reading = self.read(Window(seam, last, seam, last + 1, 0), self.data(seam, last))
        except UnreadableError:
            return False
        return len(reading.conversations) == 1 and not reading.torn and not any(faults_of(reading, self.policy))

    def data(self, first: int, last: int) -> bytes:
        """The bytes of some lines."""
        starts = self.survey.starts
        return read_bytes(self.survey.path, starts[first], starts[last + 1])

    def size(self, window: Window) -> int:
        return self.survey.starts[window.last + 1] - self.survey.starts[window.first]

    def suspect(self, window: Window) -> bool:
        """Whether the rest of the file says that something may be wrong with it."""
        at = bisect_left(self._suspects, window.first)
        return self.mixed or (at < len(self._suspects) and self._suspects[at] <= window.last)

    def read(self, window: Window, data: bytes) -> Reading:
        """What a window holds, or would hold with other bytes. Raises UnreadableError."""
        return self.placed(window, of_lines(data, "claude-code", window.first + 1))

    def placed(self, window: Window, reading: Reading, slim: Slim | None = None) -> Reading:
        """The same as a piece of the file."""
        chains = self.survey.chains
        told = [c for c in reading.conversations if not c.records or chains[c.records[0].chain].root <= window.last]
        for one in told:
            one.recorded = (self._error,) if self._error else ()
            one.around = self._around(window, one, reading, slim)
        reading.conversations = told
        return reading

    @cached_property
    def _error(self) -> str:
        line = self.survey.note
        return recorded_error([values(self._doc(line).data)]) if line >= 0 else ""

    def _doc(self, line: int) -> FileDoc:
        starts = self.survey.starts
        text = read_bytes(self.survey.path, starts[line], starts[line + 1]).rstrip(b"\r\n")
        return FileDoc(self.survey.path, starts[line], len(text), line + 1)

    def _around(self, window: Window, one: Conversation, reading: Reading, slim: Slim | None) -> Around:
        name = one.records[0].chain if one.records else ""
        chain = self.survey.chains[name]
        return Around(
            self._seen(window, name, reading, slim),
            frozenset(self._writes[name]),
            self.models[name],
            asked=chain.asked > window.last,
            messages=0 if name or chain.root >= window.first else window.messages,
        )

    def _seen(self, window: Window, name: str, reading: Reading, slim: Slim | None) -> dict[Identity, Pointer]:
        """Reasoning of this window that stands before it too."""
        found: dict[Identity, Pointer] = {}
        docs: list[Doc] | FileDocs = reading.source.docs  # type: ignore[assignment]
        at = bisect_left(self._suspects, window.first)
        lines = {
            line
            for later in self._suspects[at : bisect_left(self._suspects, window.last + 1)]
            for line in self._twins.get(later, ())
            if line < window.first and self.survey.chain_of(line) == self.survey.chains[name].number
        }
        for line in sorted(lines):
            doc = self._doc(line)
            held = [*_identities(doc.data, slim)]
            for known, index in held:
                found.setdefault(known, ("doc", len(docs), "message", "content", index))
            docs.append(doc)
        return found


def _identities(text: bytes, slim: Slim | None) -> Iterator[tuple[Identity, int]]:
    try:
        value = values(text)
    except NotJsonError:
        return
    value = slim(value) if slim is not None else value
    message = value.get("message") if isinstance(value, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    for index, block in enumerate(content if isinstance(content, list) else ()):
        known = identity(block) if isinstance(block, dict) and deliberates(block) else None
        if known is not None:
            yield known, index
