"""What a repair changes, as edits of bytes; and the edits that take elements out of arrays, put them in, move them.

Everything that is kept is kept as the bytes that it was. What is new is written in the style of what stands around it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flake8_toolloop.testing.fault import Pointer
from flake8_toolloop.transcripts.document import Edit, Node

EmptyThinking = Literal["auto", "drop", "keep"]


@dataclass(frozen=True)
class Policy:
    """What the user settles."""

    empty_thinking: EmptyThinking = "auto"
    """Signed thinking without text: as the recording says, out with it, or let it be."""


@dataclass(frozen=True)
class Change:
    """One repair."""

    kind: str
    """The fault that it repairs."""
    message: str
    """What was done, in words."""
    edits: tuple[Edit, ...]
    lost: str = ""
    """What cannot be restored, in words."""
    guard: tuple[tuple[int, int], ...] = ()
    """Bytes that it rests on: what another change writes there comes in another round."""
    line: int = 0
    pointer: Pointer = ()
    """Where the fault was."""


def replaced(node: Node, text: bytes) -> Edit:
    return Edit(node.start, node.end, text)


def removed(array: Node, indexes: Iterable[int]) -> list[Edit]:
    """Take elements out of an array, with the commas that they leave; what stays is not touched."""
    gone = set(indexes)
    items = array.items
    left = [n for n in range(len(items)) if n not in gone]
    if not left:
        return [Edit(array.start, array.end, b"[]")] if items else []
    edits = []
    for first, last in _runs(sorted(gone)):
        if last + 1 < len(items):
            edits.append(Edit(items[first].start, items[last + 1].start, b""))
        else:
            edits.append(Edit(items[first - 1].end, items[last].end, b""))
    return edits


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def inserted(array: Node, at: int, texts: Sequence[bytes]) -> Edit:
    """Put elements into an array so that the first of them has this index."""
    items = array.items
    if not items:
        return Edit(array.start, array.end, b"[" + b", ".join(texts) + b"]")
    between = separator(array)
    if at < len(items):
        return Edit(items[at].start, items[at].start, b"".join(text + between for text in texts))
    end = items[-1].end
    return Edit(end, end, b"".join(between + text for text in texts))


def separator(array: Node) -> bytes:
    """What stands between two elements of an array."""
    items, data = array.items, array.data
    if len(items) > 1:
        return data[items[0].end : items[1].start]
    before = data[array.start + 1 : items[0].start] if items else b""
    return b"," + (before if b"\n" in before else b" " if _spaced(array) else b"")


def ordered(array: Node, order: Sequence[int]) -> list[Edit]:
    """The elements of an array in another order; what stands between them stays where it is."""
    items = array.items
    return [replaced(items[at], items[old].raw) for at, old in enumerate(order) if at != old]


def without_member(node: Node, key: str) -> Edit | None:
    """Take a member out of an object."""
    keys = [pair[0].value for pair in node.members]
    if key not in keys:
        return None
    at = len(keys) - 1 - keys[::-1].index(key)
    name, value = node.members[at]
    if at + 1 < len(node.members):
        return Edit(name.start, node.members[at + 1][0].start, b"")
    start = node.members[at - 1][1].end if at else name.start
    return Edit(start, value.end, b"")


def with_member(node: Node, key: str, value: bytes) -> Edit:
    """Put a member at the end of an object."""
    style = Style.of(node)
    text = json.dumps(key).encode() + style.colon + value
    if not node.members:
        return Edit(node.start, node.end, b"{" + text + b"}")
    members, data = node.members, node.data
    if len(members) > 1:
        between = data[members[-2][1].end : members[-1][0].start]
    else:
        between = b"," + (data[node.start + 1 : members[0][0].start] or (b" " if _spaced(node) else b""))
    return Edit(members[-1][1].end, members[-1][1].end, between + text)


@dataclass(frozen=True)
class Style:
    """How a text is written."""

    colon: bytes = b": "
    comma: bytes = b", "
    indent: str | None = None
    """One step of it where each element has a line of its own."""
    newline: bytes = b"\n"

    @classmethod
    def of(cls, node: Node) -> Style:
        """The style of a value and of what stands around it."""
        data = node.data
        sample = data[max(node.start - 2000, 0) : node.end + 2000]
        colon = b": " if re.search(rb'"\s*: ', sample) else b":"
        newline = b"\r\n" if b"\r\n" in sample else b"\n"
        steps = [step for step in (_step(n) for n in _some(node)) if step]
        if steps:
            return cls(colon, b",", min(steps, key=len), newline)
        return cls(colon, b", " if _spaced(node) else b",", None, newline)

    def written(self, value: Any, pad: bytes = b"") -> bytes:
        """A value in this style; ``pad`` stands before each further line of it."""
        colon = self.colon.decode("ascii")
        if self.indent is None:
            return json.dumps(value, separators=(self.comma.decode("ascii"), colon)).encode()
        text = json.dumps(value, indent=self.indent, separators=(",", colon)).encode()
        return text.replace(b"\n", self.newline + pad)


def _some(node: Node) -> list[Node]:
    """A few containers below a value, and itself."""
    found: list[Node] = []
    stack = [node]
    while stack and len(found) < 50:
        current = stack.pop(0)
        below = current.items or [value for _, value in current.members]
        if below:
            found.append(current)
            stack += below[:10]
    return found


def _step(node: Node) -> str:
    """The indentation that a container adds, "" where its elements have no lines of their own."""
    first = node.items[0] if node.items else node.members[0][0]
    before = node.data[node.start + 1 : first.start]
    if b"\n" not in before:
        return ""
    line = node.data.rfind(b"\n", 0, node.start) + 1
    text = node.data[line : node.start]
    own = len(text) - len(text.lstrip(b" \t"))
    inner = before.rsplit(b"\n", 1)[1]
    return inner[own:].decode("ascii", "replace") or " "


def _spaced(node: Node) -> bool:
    """Whether a space stands behind commas, or colons where there are none."""
    for container in _some(node):
        if len(container.items) > 1:
            return container.data[container.items[0].end : container.items[1].start] != b","
        if len(container.members) > 1:
            return container.data[container.members[0][1].end : container.members[1][0].start] != b","
    sample = node.data[max(node.start - 500, 0) : node.end + 500]
    return re.search(rb'"\s*: ', sample) is not None


def pad_of(array: Node) -> bytes:
    """What stands before each element of an array on its line; "" where they have no lines of their own."""
    if not array.items:
        return b""
    before = array.data[array.start + 1 : array.items[0].start]
    return before.rsplit(b"\n", 1)[1] if b"\n" in before else b""


def element(array: Node, value: Any) -> bytes:
    """A new element in the style of an array."""
    return Style.of(array).written(value, pad_of(array))
