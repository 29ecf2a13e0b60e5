"""Large files of JSON Lines repaired piece by piece: what is not changed is not held."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_toolloop.testing.judge_anthropic import model_of
from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.filedocs import read_bytes
from flake8_toolloop.transcripts.longfiles import MEGA, Progress, is_long, kind_of
from flake8_toolloop.transcripts.reading import Reading, UnreadableError, of_lines
from flake8_toolloop.transcripts.recording import Source
from flake8_toolloop.transcripts.repairing import Left, Repair, rounds
from flake8_toolloop.transcripts.survey import fact_reader, survey

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.windows import Window, Windows

TRIES = 3
"""How often it is looked whether the last model is another one when all is repaired."""


@dataclass(frozen=True)
class Piece:
    """Some lines of a file, by their bytes in it, and what stands in their place now."""

    start: int
    end: int
    line: int
    """The number of the first."""
    text: bytes


@dataclass
class Told:
    """What there is to say of all pieces."""

    changes: list[Change] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def add(self, done: Repair) -> None:
        # The edits hold texts of the file, and are made.
        self.changes += (replace(change, edits=()) for change in done.changes)
        self.left += done.left


def in_pieces(path: str, form: str | None) -> bool:
    """Whether a file is repaired so: a large one, of a session's records or of documents."""
    return is_long(path) and kind_of(path, form) != "messages"


def pieces(path: str, form: str | None, policy: Policy, told: Told, progress: Progress | None) -> Iterator[Piece]:
    """The pieces of the file that are changed, in order."""
    if kind_of(path, form) == "records":
        yield from _of_session(path, policy, told, progress)
    else:
        yield from _of_lines(path, form, policy, told, progress)


# A document a line


def _of_lines(path: str, form: str | None, policy: Policy, told: Told, progress: Progress | None) -> Iterator[Piece]:
    size, offset = Path(path).stat().st_size, 0
    with Path(path).open("rb") as stream:
        for number, line in enumerate(stream, 1):
            end = offset + len(line)
            done = _line(line, number, form, policy) if line.strip() else Repair(line)
            told.add(done)
            if done.changed:
                yield Piece(offset, end, number, done.data)
            offset = end
            if progress is not None:
                progress(offset // MEGA, size // MEGA)


def _line(line: bytes, number: int, form: str | None, policy: Policy) -> Repair:
    from flake8_toolloop.transcripts.scan import clean

    if policy.empty_thinking != "drop" and clean(line, form):
        return Repair(line)
    return rounds(line, lambda text: _read_line(text, form, number), policy, number)


def _read_line(text: bytes, form: str | None, number: int) -> Reading:
    if not text:  # it was torn, and is gone: there are other lines
        return Reading(Source(text, [], lines=True))
    return of_lines(text, form, number)


# Sessions


def _of_session(path: str, policy: Policy, told: Told, progress: Progress | None) -> Iterator[Piece]:
    """Windows: what the two sides of a seam have in common is written with the second, as the first has left it."""
    from flake8_toolloop.transcripts.windows import Windows

    windows = Windows(survey(path, progress), policy)
    for _ in range(TRIES if windows.mixed else 0):
        models = _models_after(windows, policy)
        if models == windows.models:
            break
        windows.models = models
    size = windows.survey.size // MEGA
    for step in _steps(windows, policy):
        told.add(step.done)
        yield from step.pieces
        if progress is not None and step.pieces:
            progress(step.end // MEGA, size)


@dataclass(frozen=True)
class _Step:
    """What became of one window."""

    window: Window
    end: int
    data: bytes
    done: Repair
    pieces: tuple[Piece, ...]


def _steps(windows: Windows, policy: Policy) -> Iterator[_Step]:
    starts = windows.survey.starts
    head = b""
    for window in windows:
        start, end = starts[window.first], starts[window.seam]
        held = read_bytes(windows.survey.path, start, starts[window.last + 1])
        data = head + held[starts[window.own] - start :] if head else held
        lines = window.last + 1 - window.seam
        done = _window(windows, window, data, policy)
        own, seam = _apart(done.data, lines)
        if not _same_records(held[end - start :], seam):  # never seen: what both sides need is not to be changed
            done = Repair(data)
            own, seam = _apart(data, lines)
        done = replace(done, left=tuple(left for left in done.left if left.line > window.own))
        changed = _trimmed(Piece(start, end, window.first + 1, own), held[: end - start])
        yield _Step(window, end, data, done, tuple(changed) if done.changed or head else ())
        head = seam if seam != held[end - start :] else b""


def _models_after(windows: Windows, policy: Policy) -> dict[str, str]:
    """The last model of each chain when all is repaired: reasoning is not to be told by one that is gone then."""
    found = dict(windows.models)
    for step in _steps(windows, policy):
        with suppress(UnreadableError):
            for one in windows.read(step.window, step.done.data).conversations:
                named = (model_of(one.body, n) for n, unit in enumerate(one.units) if _of_assistant(unit))
                for model in filter(None, named):
                    found[one.records[0].chain] = model
    return found


def _of_assistant(unit: object) -> bool:
    return isinstance(unit, dict) and unit.get("role") == "assistant"


def _window(windows: Windows, window: Window, data: bytes, policy: Policy) -> Repair:
    from flake8_toolloop.transcripts.scan import clean_session

    if not windows.suspect(window) and clean_session([data]):
        return Repair(data)
    return rounds(data, lambda text: windows.read(window, text), policy, window.first + 1)


def _apart(data: bytes, lines: int) -> tuple[bytes, bytes]:
    """What stands before the last lines of a text, and they."""
    at = len(data)
    for _ in range(lines):
        at = data.rfind(b"\n", 0, max(at - 1, 0)) + 1
    return data[:at], data[at:]


def _same_records(before: bytes, after: bytes) -> bool:
    """Whether lines hold the same records, perhaps tied to other ones."""
    fact = fact_reader()
    old, new = ([fact(line).uuid for line in text.splitlines() if line.strip()] for text in (before, after))
    return old == new


def _trimmed(piece: Piece, before: bytes) -> Iterator[Piece]:
    """A piece without the lines at its ends that are the same; none where all are."""
    old, new = (re.split(rb"(?<=\n)", text) for text in (before, piece.text))
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    start = piece.start + sum(map(len, old[:first]))
    end = piece.end - sum(map(len, old[len(old) - last :]))
    text = b"".join(new[first : len(new) - last])
    if start < end or text:
        yield Piece(start, end, piece.line + first, text)


def _alike(some: Sequence[bytes], others: Sequence[bytes]) -> int:
    pairs = zip(some, others, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(some), len(others)))
