"""Lines of a file whose bytes are read when somebody wants to see them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from flake8_toolloop.transcripts.recording import Doc


class FileDoc(Doc):
    """One of them."""

    def __init__(self, path: str, offset: int, length: int, line: int) -> None:
        self.path, self.offset = path, offset
        self.start, self.end, self.stop, self.line = 0, length, length, line

    @cached_property
    def data(self) -> bytes:  # type: ignore[override]
        return read_bytes(self.path, self.offset, self.offset + self.end)


class FileDocs(Sequence[Doc]):
    """Some of them, as numbers."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._numbers = array("Q")

    def append(self, doc: FileDoc) -> None:
        self._numbers.extend((doc.offset, doc.end, doc.line))

    def __len__(self) -> int:
        return len(self._numbers) // 3

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        at = 3 * (index % len(self))
        return FileDoc(self._path, *self._numbers[at : at + 3])


def read_bytes(path: str, start: int, end: int) -> bytes:
    """A piece of a file."""
    with Path(path).open("rb") as stream:
        stream.seek(start)
        return stream.read(end - start)
