"""Large files of JSON Lines: read a line at a time, so that the texts in them are never held together.

Where each line is a conversation nothing is kept of it. A session is read in windows. Of lines that are messages, and
of records that hang together over very many lines, is kept what calls, results and signatures are told by.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from flake8_toolloop.findings import Finding
from flake8_toolloop.testing.judge_anthropic import garbled
from flake8_toolloop.transcripts import detect
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.claudecode import conversations as of_session
from flake8_toolloop.transcripts.document import BOM, NotJsonError, values
from flake8_toolloop.transcripts.filedocs import FileDoc, FileDocs
from flake8_toolloop.transcripts.reading import Reading, UnreadableError, conversations, torn_line, unit_of_line
from flake8_toolloop.transcripts.recording import Doc, Place, Source

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.windows import Window, Windows

CHUNK = 1 << 20
LARGE = 64 << 20
"""Bytes: smaller files are read whole."""
LONGEST = 64 << 20
"""Bytes of the first line of a file that is read a line at a time."""
HUGE = 64 << 20
"""Bytes of a session that cannot be cut: beyond them its texts are not held."""
SAMPLE = 50
"""Lines that tell what a file's lines are."""
MEGA = 1_000_000
Progress = Callable[[int, int], None]


def is_long(path: str) -> bool:
    """Whether a file is large, and a document a line."""
    if Path(path).stat().st_size < LARGE:
        return False
    with Path(path).open("rb") as stream:
        first, second = stream.readline(LONGEST), stream.readline(1)
    try:
        return bool(second) and isinstance(values(first), dict)
    except NotJsonError:
        return False


def kind_of(path: str, form: str | None) -> str:
    """What the lines of such a file are: `records` of a session, `messages`, or `documents` of their own."""
    if form == "claude-code":
        return "records"
    kinds = set()
    with Path(path).open("rb") as stream:
        for _, _, text in islice(_numbered(stream), SAMPLE):
            try:
                value = values(text)
            except NotJsonError:
                continue
            if form is None and detect.is_record(value):
                return "records"
            kinds.add("documents" if unit_of_line(value)[0] is None else "messages")
            if unit_of_line(value)[1]:
                return "messages"  # a rollout: what has no item tells of the program
    return "documents" if "documents" in kinds else "messages"


def check_long(path: str, form: str | None, policy: Policy, progress: Progress | None) -> Iterator[Finding]:
    """The findings of such a file, in its order."""
    kind = kind_of(path, form)
    if kind == "records":
        yield from check_session(path, policy, progress)
    else:
        yield from _check_lines(path, form, policy, progress)


def _check_lines(path: str, form: str | None, policy: Policy, progress: Progress | None) -> Iterator[Finding]:
    from flake8_toolloop.transcripts.checking import findings
    from flake8_toolloop.transcripts.scan import clean

    size = Path(path).stat().st_size
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


# Sessions


def check_session(path: str, policy: Policy, progress: Progress | None) -> Iterator[Finding]:
    """The findings of a session: where a scan does not show that it is clean, those of its windows."""
    from flake8_toolloop.transcripts.survey import survey
    from flake8_toolloop.transcripts.windows import Windows

    size = Path(path).stat().st_size
    if policy.empty_thinking != "drop" and _clean_session(path, size, progress):
        return
    windows = Windows(survey(path, progress), policy)
    for window in windows:
        if progress is not None:
            progress(windows.survey.starts[window.first] // MEGA, size // MEGA)
        yield from (f for f in _of_window(windows, window, policy) if f.span.line > window.own)


def _of_window(windows: Windows, window: Window, policy: Policy) -> Iterator[Finding]:
    from flake8_toolloop.transcripts.checking import findings
    from flake8_toolloop.transcripts.scan import clean_session

    if windows.size(window) > HUGE:
        yield from _of_huge(windows, window, policy)
        return
    data = windows.data(window.first, window.last)
    if not windows.suspect(window) and clean_session([data]):
        return
    try:
        yield from findings(windows.read(window, data), policy)
    except UnreadableError:  # it holds notes of the program alone
        return


def _of_huge(windows: Windows, window: Window, policy: Policy) -> list[Finding]:
    """The findings of records that hang together over many lines: what is short of them is held."""
    from flake8_toolloop.transcripts.checking import findings

    path, start = windows.survey.path, windows.survey.starts[window.first]
    kept, found = _Kept(path), []
    with Path(path).open("rb") as stream:
        stream.seek(start)
        for line, offset, text in _numbered(stream, start, window.first + 1):
            if line > window.last + 1:
                break
            try:
                kept.add(values(text), offset, len(text), line)
            except NotJsonError as error:
                found += findings(_torn(path, offset, text, line, error), policy)
    found += findings(windows.placed(window, kept.session(), slim), policy)
    return sorted(found, key=lambda f: (f.span, f.code))


def _clean_session(path: str, size: int, progress: Progress | None) -> bool:
    """Whether a scan shows that a session is clean: nothing is kept of its records then but hashes of their ids."""
    from flake8_toolloop.transcripts.scan import clean_session

    with Path(path).open("rb") as stream:
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


def _numbered(stream: BinaryIO, offset: int = 0, first: int = 1) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and text of each line that is not blank."""
    for number, line in enumerate(stream, first):
        mark = len(BOM) if not offset and line.startswith(BOM) else 0
        text = line[mark:].rstrip(b"\r\n")
        if text.strip():
            yield number, offset + mark, text
        offset += len(line)


def _torn(path: str, offset: int, text: bytes, line: int, error: NotJsonError) -> Reading:
    doc = FileDoc(path, offset, len(text), line)
    return Reading(Source(b"", [doc], lines=True), torn=[torn_line(text, 0, 0, error)])


class _Kept:
    """What is kept of lines that belong together."""

    def __init__(self, path: str) -> None:
        self.of_one = False
        self._path = path
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
        self._docs.append(FileDoc(self._path, offset, length, line))
        self._values.append(slim(value))

    def reading(self, form: str | None) -> Reading:
        from flake8_toolloop.transcripts.reading import of_units

        if self._session:
            return self.session()
        source = Source(b"", self._docs, lines=True)
        return Reading(source, of_units(source, list(enumerate(self._values)), form))

    def session(self) -> Reading:
        """What is kept, as records."""
        source = Source(b"", self._docs, lines=True)
        return Reading(source, of_session(source, self._values))


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
