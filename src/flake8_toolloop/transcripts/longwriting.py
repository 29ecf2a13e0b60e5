"""A large file with a few pieces changed: written, or shown as a diff, without ever being held."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from flake8_toolloop.fixes.edits import unified_diff
from flake8_toolloop.transcripts.longrepairs import Piece

CHUNK = 1 << 20
CONTEXT = 3
"""Lines that a diff shows around what is changed."""
_HUNK = re.compile(r"^@@ -(\d+)((?:,\d+)?) \+(\d+)", re.MULTILINE)


def write(path: str, parts: Iterable[Piece], out: BinaryIO) -> None:
    """The file with its pieces changed."""
    at = 0
    with Path(path).open("rb") as stream:
        for piece in parts:
            _copy(stream, at, piece.start, out)
            out.write(piece.text)
            at = piece.end
        _copy(stream, at, None, out)


def _copy(stream: BinaryIO, start: int, end: int | None, out: BinaryIO) -> None:
    stream.seek(start)
    while chunk := stream.read(CHUNK if end is None else min(CHUNK, end - stream.tell())):
        out.write(chunk)


def diff(path: str, parts: Iterable[Piece], shown: str) -> Iterator[bytes]:
    """The changes as one unified diff, in pieces."""
    moved, first = 0, True
    with Path(path).open("rb") as stream:
        for group in _groups(stream, parts):
            begin, before = _back(stream, group[0].start)
            old = _read(stream, begin, _forth(stream, group[-1].end, CONTEXT))
            new = _changed(old, begin, group)
            text = unified_diff(_text(old), _text(new), shown)
            line = group[0].line - before - 1
            text = _HUNK.sub(lambda m: f"@@ -{int(m[1]) + line}{m[2]} +{int(m[3]) + line + moved}", text)  # noqa: B023
            yield (text if first else text[text.index("@@ ") :]).encode("utf-8", "surrogateescape")
            moved, first = moved + new.count(b"\n") - old.count(b"\n"), False


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _changed(old: bytes, begin: int, group: Sequence[Piece]) -> bytes:
    parts: list[bytes] = []
    at = begin
    for piece in group:
        parts += (old[at - begin : piece.start - begin], piece.text)
        at = piece.end
    return b"".join((*parts, old[at - begin :]))


def _groups(stream: BinaryIO, parts: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces whose context would meet, together."""
    group: list[Piece] = []
    for piece in parts:
        if group and _forth(stream, group[-1].end, 2 * CONTEXT) < piece.start:
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _read(stream: BinaryIO, start: int, end: int) -> bytes:
    stream.seek(start)
    return stream.read(end - start)


def _forth(stream: BinaryIO, at: int, lines: int) -> int:
    """Where some lines end that begin at an offset."""
    stream.seek(at)
    for _ in range(lines):
        at += len(stream.readline())
    return at


def _back(stream: BinaryIO, at: int) -> tuple[int, int]:
    """Where the lines begin that end at an offset, and how many they are."""
    size = 1 << 16
    while True:
        start = max(at - size, 0)
        block = _read(stream, start, at)
        cut, found = len(block), 0
        while found < CONTEXT and cut > 0 and (cut := block.rfind(b"\n", 0, cut - 1) + 1) + start >= 0:
            if cut == 0 and start > 0:
                break
            found += 1
        if found == CONTEXT or start == 0:
            return start + cut, found
        size *= 8
