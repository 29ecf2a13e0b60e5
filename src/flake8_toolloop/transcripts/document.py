"""JSON as bytes with places: what a value is, and exactly which bytes say it. Nothing is ever dumped again.

A parser that keeps positions is slow, and most files need none: `values` says what a text holds with the standard
library's parser, `parse` says where, and only for what has to be shown or repaired.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.testing.fault import Pointer

BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\r\n]*")
_SCALAR = re.compile(rb"[^ \t\r\n,\]}:]+")
_OPEN = {0x7B: "object", 0x5B: "array"}
_BACKSLASH = 0x5C


class NotJsonError(ValueError):
    """A text that is not JSON: where it stops being so, and why."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(why)
        self.offset = offset
        self.why = why


@dataclass(frozen=True)
class Edit:
    """Replace the bytes from start to end; nothing is inserted where they are equal and the text is empty."""

    start: int
    end: int
    text: bytes


class Node:
    """A value and its bytes."""

    __slots__ = ("data", "end", "items", "kind", "members", "start")

    def __init__(self, data: bytes, kind: str, start: int) -> None:
        self.data = data
        self.kind = kind
        """object, array, string or scalar."""
        self.start = start
        self.end = start
        self.items: list[Node] = []
        self.members: list[tuple[Node, Node]] = []

    @property
    def raw(self) -> bytes:
        return self.data[self.start : self.end]

    @property
    def value(self) -> Any:
        """What it means."""
        return values(self.raw)

    def get(self, key: str) -> Node | None:
        """The member's value; of several with this key the last, as for `json.loads`."""
        return next((value for name, value in reversed(self.members) if name.value == key), None)

    def member(self, key: str) -> tuple[Node, Node] | None:
        """The member itself."""
        return next((pair for pair in reversed(self.members) if pair[0].value == key), None)

    def at(self, pointer: Pointer) -> Node | None:
        """The node at a place below this one; None where there is none."""
        node: Node | None = self
        for step in pointer:
            if node is None:
                return None
            if isinstance(step, int):
                node = node.items[step] if 0 <= step < len(node.items) else None
            else:
                node = node.get(step)
        return node


def values(data: bytes) -> Any:
    """What a text means. Raises NotJsonError.

    Bytes that are no UTF-8 stand for themselves; numbers longer than Python likes are kept as what they say.
    """
    text = data.decode("utf-8", "surrogateescape")
    try:
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        skipped = len(BOM) if data.startswith(BOM) else 0
        before = text.removeprefix("\ufeff")[: error.pos]
        raise NotJsonError(skipped + len(before.encode("utf-8", "surrogateescape")), error.msg) from error
    except RecursionError as error:
        raise NotJsonError(0, "nested too deeply") from error


def _integer(text: str) -> int | str:
    return int(text) if len(text) < 4000 else text  # Python refuses to read longer ones


_DECODER = json.JSONDecoder(parse_int=_integer)


def parse(data: bytes, start: int = 0, end: int | None = None) -> Node:
    """The nodes of a text that is JSON (`values` has said so) between two offsets. Raises NotJsonError."""
    end = len(data) if end is None else end
    if data.startswith(BOM, start):
        start += len(BOM)
    try:
        node = _Reader(data, end).read(start)
    except (IndexError, ValueError) as error:
        raise NotJsonError(start, str(error)) from error
    return node


class _Reader:
    """Reads without calling itself: the depth of a text is no matter."""

    def __init__(self, data: bytes, end: int) -> None:
        self.data, self.end = data, end

    def read(self, at: int) -> Node:
        data = self.data
        stack: list[Node] = []
        keys: list[Node | None] = []
        while True:
            at = self._space(at)
            byte = data[at]
            if byte in (0x5D, 0x7D):  # ] }
                node = stack.pop()
                keys.pop()
                at = node.end = at + 1
            elif byte in (0x2C, 0x3A):  # , :
                at += 1
                continue
            else:
                node = Node(data, _OPEN.get(byte, "string" if byte == 0x22 else "scalar"), at)
                if node.kind in ("object", "array"):
                    stack.append(node)
                    keys.append(None)
                    at += 1
                    continue
                at = node.end = self._end_of(node)
            if not stack:
                return node
            at = self._add(stack[-1], keys, node, at)

    def _add(self, parent: Node, keys: list[Node | None], node: Node, at: int) -> int:
        key = keys[-1]
        if parent.kind == "array":
            parent.items.append(node)
        elif key is None:
            keys[-1] = node
        else:
            parent.members.append((key, node))
            keys[-1] = None
        return at

    def _space(self, at: int) -> int:
        match = _SPACE.match(self.data, at, self.end)
        if match is None:
            raise ValueError("the text ends too early")
        return match.end()

    def _end_of(self, node: Node) -> int:
        if node.kind == "string":
            return string_end(self.data, node.start)
        match = _SCALAR.match(self.data, node.start, self.end)
        if match is None:
            raise ValueError("a value is missing")
        return match.end()


def string_end(data: bytes, at: int) -> int:
    """The offset behind a string that begins at an offset. Raises ValueError where it has no end."""
    at += 1
    while True:
        quote = data.index(b'"', at)
        before = quote - 1
        while before >= at and data[before] == _BACKSLASH:
            before -= 1
        if (quote - before) % 2:
            return quote + 1
        at = quote + 1


def apply(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes with the edits made; they do not overlap."""
    parts: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        parts += (data[at : edit.start], edit.text)
        at = edit.end
    parts.append(data[at:])
    return b"".join(parts)


def overlap(edits: Sequence[Edit], others: Sequence[Edit]) -> bool:
    """Whether any of the edits meets another: in what they take away, or at a point where one of them writes."""
    return any(_meet(e, other) for e in edits for other in others)


def _meet(one: Edit, other: Edit) -> bool:
    if one.start < other.end and other.start < one.end:
        return True
    return bool(one.text or other.text) and one.start <= other.end and other.start <= one.end


def written(pointer: Pointer) -> str:
    """A place as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


class Lines:
    """From byte offsets to lines and columns; lines from 1, columns in code points from 0."""

    def __init__(self, data: bytes, first: int = 1) -> None:
        self._data = data
        self._first = first
        self._line, self._at = first, 0

    def place(self, offset: int) -> tuple[int, int]:
        if offset < self._at:
            self._line, self._at = self._first, 0
        self._line += self._data.count(b"\n", self._at, offset)
        self._at = offset
        start = self._data.rfind(b"\n", 0, offset) + 1
        return self._line, len(self._data[start:offset].decode("utf-8", "replace"))


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in order."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        below = current.items or [part for pair in current.members for part in pair]
        stack.extend(reversed(below))
