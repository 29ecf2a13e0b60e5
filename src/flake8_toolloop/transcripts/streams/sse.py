"""Server-sent events, read from bytes in any pieces and written again.

The grammar is that of https://html.spec.whatwg.org/multipage/server-sent-events.html: lines end in LF, CR or CRLF,
a byte order mark may come first, comments begin with a colon, and several lines of data are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.transcripts.streams import exact

_ENDS = re.compile(rb"\r\n|\r|\n")
_BOM = b"\xef\xbb\xbf"
DONE = "[DONE]"
"""The data that ends a stream of chat completions."""


@dataclass(frozen=True)
class Frame:
    """One event as it came over the wire."""

    data: str
    event: str | None = None
    id: str | None = None
    line: int = 1
    """Where its first field stands, counted from 1."""
    start: int = 0
    end: int = 0
    """Its bytes, the empty line that ends it left out."""
    whole: bool = True
    """False where the bytes end inside of it."""
    bare: bool = False
    """It is a line of JSON and was never on the wire as an event: what is said of names and marks is not for it."""

    def json(self) -> Any:
        """Its data. Raises ValueError where it is no JSON."""
        return exact.loads(self.data)


class Decoder:
    """Makes frames of bytes as they arrive."""

    def __init__(self) -> None:
        self._rest = b""
        self._started = False
        self._line = 0
        self._offset = 0
        """Where ``_rest`` begins."""
        self._fields: dict[str, str] = {}
        self._data: list[str] = []
        self._first = (0, 0)
        self._end = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that these bytes finish."""
        self._rest += data
        if not self._started:
            if len(self._rest) < len(_BOM) and _BOM.startswith(self._rest):
                return
            self._skip_mark()
        at = 0
        for end in _ENDS.finditer(self._rest):
            if end.end() == len(self._rest) and end[0] == b"\r":
                break  # it may be the first half of a CRLF
            yield from self._take(self._rest[at : end.start()], self._offset + at)
            at = end.end()
        self._rest, self._offset = self._rest[at:], self._offset + at

    def close(self) -> Iterator[Frame]:
        """The frame that the bytes end in, if there is one."""
        if not self._started:
            self._skip_mark()
        rest, self._rest = self._rest, b""
        if rest:
            yield from self._take(rest.removesuffix(b"\r"), self._offset)
        if self._data or self._fields:
            yield self._frame(whole=False)

    def _skip_mark(self) -> None:
        self._started = True
        if self._rest.startswith(_BOM):
            self._rest, self._offset = self._rest[len(_BOM) :], len(_BOM)

    def _take(self, raw: bytes, offset: int) -> Iterator[Frame]:
        self._line += 1
        if not raw:
            if self._data or self._fields:
                yield self._frame(whole=True)
            return
        name, _, value = raw.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name in ("event", "id"):
            self._fields[name] = value
        else:
            return  # a comment, or a field that says nothing of the event
        self._first = self._first if self._first[0] else (self._line, offset)
        self._end = offset + len(raw)

    def _frame(self, *, whole: bool) -> Frame:
        fields, data, (line, start) = self._fields, "\n".join(self._data), self._first
        self._fields, self._data, self._first = {}, [], (0, 0)
        return Frame(data, fields.get("event") or None, fields.get("id"), line, start, self._end, whole)


def read(chunks: bytes | Iterable[bytes]) -> Iterator[Frame]:
    """The frames of a stream of bytes. Frames without data say nothing and are left out."""
    decoder = Decoder()
    for chunk in (chunks,) if isinstance(chunks, (bytes, bytearray)) else chunks:
        yield from (frame for frame in decoder.feed(bytes(chunk)) if frame.data or not frame.whole)
    yield from decoder.close()


def write(event: Any, name: str | None = None) -> bytes:
    """An event as bytes; its name is its type unless one is given, and "" is none.

    Raises ValueError for names that no line can hold.
    """
    if name is None:
        name = str(event.get("type") or "") if isinstance(event, dict) else ""
    if not name.isprintable():
        raise ValueError(f"{name!r} is no name of an event")
    head = f"event: {name}\n" if name else ""
    data = event if isinstance(event, str) else exact.dumps(event, compact=True)
    return (head + "".join(f"data: {line}\n" for line in data.split("\n")) + "\n").encode()


def logged(data: bytes) -> Iterator[Frame]:
    """The events of a log that has one a line, as JSON alone."""
    at = len(_BOM) if data.startswith(_BOM) else 0
    for number, line in enumerate(data[at:].split(b"\n"), 1):
        text = line.strip(b" \t\r")
        if text:
            start = at + line.index(text)
            yield Frame(text.decode("utf-8", "replace"), line=number, start=start, end=start + len(text), bare=True)
        at += len(line) + 1


def looks_like(data: bytes) -> bool:
    """Whether bytes are server-sent events, or a log of such: their first line that is no comment tells."""
    return _is_wire(data) or is_log(data)


def is_log(data: bytes) -> bool:
    """Whether each line is an event as JSON: the first is one that opens a stream."""
    first = data[:65536].removeprefix(_BOM).lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and _OPENING.search(first) is not None


def _is_wire(data: bytes) -> bool:
    for line in _ENDS.split(data[:65536].removeprefix(_BOM)):
        if line.strip() and not line.startswith(b":"):
            return line.startswith((b"data:", b"event:", b"id:", b"retry:"))
    return False


_OPENING = re.compile(
    rb'^\{(?:"[a-z_]+":\s*[^{\[]*?,\s*)?"(?:type|object)":\s*"(?:message_start|ping|response\.created|chat\.completion\.chunk)"'
)
