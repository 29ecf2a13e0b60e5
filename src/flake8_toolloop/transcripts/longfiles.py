"""Large files of JSON Lines: read a line at a time, so that the texts in them are never held together.

Where each line is a conversation nothing is kept of it. The records of one session belong together: of each is kept
what calls, results and signatures are told by, some hundred bytes.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from flake8_toolloop.findings import Finding
from flake8_toolloop.testing.judge_anthropic import garbled
from flake8_toolloop.transcripts import detect
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.claudecode import conversations as of_session
from flake8_toolloop.transcripts.document import NotJsonError, values
from flake8_toolloop.transcripts.reading import Reading, conversations, torn_line, unit_of_line
from flake8_toolloop.transcripts.recording import Doc, Place, Source

CHUNK = 1 << 20
LARGE = 64 << 20
"""Bytes: smaller files are read whole."""
MEGA = 1_000_000
Progress = Callable[[int, int], None]


class FileDoc(Doc):
    """A line of a file whose bytes are read when somebody wants to see them."""

    def __init__(self, path: str, offset: int, length: int, line: int) -> None:
        self._path, self._offset = path, offset
        self.start, self.end, self.stop, self.line = 0, length, length, line

    @cached_property
    def data(self) -> bytes:  # type: ignore[override]
        with Path(self._path).open("rb") as stream:
            stream.seek(self._offset)
            return stream.read(self.end)


class FileDocs(Sequence[Doc]):
    """The lines of a file, as numbers."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._numbers = array("Q")

    def append(self, offset: int, length: int, line: int) -> None:
        self._numbers.extend((offset, length, line))

    def __len__(self) -> int:
        return len(self._numbers) // 3

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        at = 3 * (index % len(self))
        return FileDoc(self._path, *self._numbers[at : at + 3])


def is_long(path: str) -> bool:
    """Whether a file is large, and a document a line."""
    if Path(path).stat().st_size < LARGE:
        return False
    with Path(path).open("rb") as stream:
        first, second = stream.readline(LARGE), stream.readline(1)
    try:
        return bool(second) and isinstance(values(first), dict)
    except NotJsonError:
        return False


def check_long(path: str, form: str | None, policy: Policy, progress: Progress | None) -> Iterator[Finding]:
    """The findings of such a file, in its order where its lines are conversations of their own."""
    from flake8_toolloop.transcripts.checking import findings
    from flake8_toolloop.transcripts.scan import clean

    size = Path(path).stat().st_size
    if policy.empty_thinking != "drop" and _clean_session(path, form, size, progress):
        return
    kept = _Kept(path)
    with Path(path).open("rb") as stream:
        for line, offset, text in _numbered(stream):
            if progress is not None:
                progress(offset // MEGA, size // MEGA)
            if not kept.of_one and policy.empty_thinking != "drop" and clean(text, form):
                continue
            try:
                value = values(text)
            except NotJsonError as error:
                yield from findings(_torn(path, offset, text, line, error), policy)
                continue
            if kept.belongs(value):
                kept.add(value, offset, len(text), line)
                continue
            doc = Doc(text, 0, len(text), line)
            source = Source(text, [doc], lines=True)
            yield from findings(Reading(source, list(conversations(source, Place(0), value, form))), policy)
    yield from findings(kept.reading(form), policy)


def _clean_session(path: str, form: str | None, size: int, progress: Progress | None) -> bool:
    """Whether a scan shows that a session is clean: nothing is kept of its records then but hashes of their ids."""
    from flake8_toolloop.transcripts.scan import clean_session

    if form not in (None, "claude-code"):
        return False
    with Path(path).open("rb") as stream:
        if form is None and not detect.is_record(values(stream.readline())):
            return False
        stream.seek(0)
        return clean_session(_chunks(stream, size, progress))


def _chunks(stream: BinaryIO, size: int, progress: Progress | None) -> Iterator[bytes]:
    """A file in pieces that end with a line."""
    done = 0
    while piece := stream.read(CHUNK):
        piece += stream.readline()
        done += len(piece)
        if progress is not None:
            progress(done // MEGA, size // MEGA)
        yield piece


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and text of each line that is not blank."""
    offset = 0
    for number, line in enumerate(stream, 1):
        text = line.rstrip(b"\r\n")
        if text.strip():
            yield number, offset, text
        offset += len(line)


def _torn(path: str, offset: int, text: bytes, line: int, error: NotJsonError) -> Reading:
    doc = FileDoc(path, offset, len(text), line)
    return Reading(Source(b"", [doc], lines=True), torn=[torn_line(text, 0, 0, error)])


class _Kept:
    """What is kept of lines that belong together."""

    def __init__(self, path: str) -> None:
        self.of_one = False
        self._docs = FileDocs(path)
        self._values: list[Any] = []
        self._session = False

    def belongs(self, value: Any) -> bool:
        """Whether a line is a part of one conversation."""
        if detect.is_record(value):
            self._session = self.of_one = True
            return True
        if isinstance(value, dict) and not detect.CLAUDE_CODE.isdisjoint(value):
            return True  # a record that was damaged
        if unit_of_line(value)[0] is not None:
            self.of_one = True
            return True
        return False

    def add(self, value: Any, offset: int, length: int, line: int) -> None:
        self._docs.append(offset, length, line)
        self._values.append(slim(value))

    def reading(self, form: str | None) -> Reading:
        source = Source(b"", self._docs, lines=True)
        if self._session:
            return Reading(source, of_session(source, self._values))
        from flake8_toolloop.transcripts.reading import of_units

        return Reading(source, of_units(source, list(enumerate(self._values)), form))


_TEXT = {"type": "text", "text": "."}
_KEPT = ("type", "uuid", "parentUuid", "isSidechain", "agentId", "isApiErrorMessage", "isVirtual", "role")


def slim(value: Any) -> Any:
    """A record or message without its long texts: what is judged of it stays."""
    if not isinstance(value, dict):
        return value
    if "message" in value:
        rest = {key: value[key] for key in _KEPT if key in value}
        own = value.get("isApiErrorMessage") is True
        return {**rest, "message": value["message"] if own else slim(value["message"])}
    content = value.get("content")
    if isinstance(content, list):
        return {**_without_texts(value), "content": [_slim_block(block) for block in content]}
    if isinstance(content, str) and content:
        return {**_without_texts(value), "content": "."}
    return value


def _without_texts(value: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key not in ("content", "usage")}


def _slim_block(block: Any) -> Any:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text" and isinstance(block.get("text"), str) and block["text"] and "parsed_output" not in block:
        return _TEXT
    if kind == "thinking" and isinstance(block.get("thinking"), str) and isinstance(block.get("signature"), str):
        return {"type": kind, "thinking": block["thinking"][:1], "signature": _digest(block["signature"])}
    if kind == "tool_use" and isinstance(block.get("input"), dict):
        return {key: block[key] for key in ("type", "id", "name") if key in block} | {"input": {}}
    if kind == "tool_result":
        return {key: block[key] for key in ("type", "tool_use_id") if key in block}
    return block


def _digest(sealed: str) -> str:
    """Something short that stands for a signature; one that is damaged stands for itself."""
    if len(sealed) < 65 or garbled(sealed):
        return sealed
    return hashlib.sha256(sealed.encode("utf-8", "surrogatepass")).hexdigest()
