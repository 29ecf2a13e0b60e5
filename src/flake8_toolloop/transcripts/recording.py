"""A file as the conversations in it: what the judge of a contract gets, and where each message of it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flake8_toolloop.testing.around import NONE, Around
from flake8_toolloop.testing.fault import Fault, Pointer
from flake8_toolloop.transcripts.document import Node, parse

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.claudecode import Record

KEYS = {
    "anthropic": "messages",
    "claude-code": "messages",
    "chat": "messages",
    "bedrock": "messages",
    "responses": "input",
    "gemini": "contents",
}
"""Where a request of each format holds its conversation."""
FORMATS = tuple(KEYS)


@dataclass(frozen=True)
class Place:
    """Where something stands: in which of a file's documents, and where in it."""

    doc: int
    pointer: Pointer = ()

    def below(self, *steps: str | int) -> Place:
        return Place(self.doc, (*self.pointer, *steps))


class Doc:
    """One JSON document of a file: the whole of it, or a line."""

    torn = False
    """It is no JSON."""

    def __init__(self, data: bytes, start: int, end: int, line: int, stop: int | None = None) -> None:
        self.data, self.start, self.end, self.line = data, start, end, line
        self.stop = end if stop is None else stop
        """The offset behind its line's end."""

    @cached_property
    def node(self) -> Node:
        return parse(self.data, self.start, self.end)


@dataclass
class Source:
    """A file's bytes and its documents."""

    data: bytes
    docs: Sequence[Doc]
    lines: bool
    """One document a line."""

    def node(self, place: Place) -> Node | None:
        """What stands at a place; None where nothing does, or its document is no JSON."""
        if not 0 <= place.doc < len(self.docs) or self.docs[place.doc].torn:
            return None
        return self.docs[place.doc].node.at(place.pointer)


@dataclass
class Conversation:
    """The messages that one request holds, or would hold."""

    format: str
    source: Source
    body: dict[str, Any]
    """What the judge gets."""
    places: list[Place]
    """Of each message, in the order of the body."""
    root: Place | None = None
    """Of the body itself; None where only the messages are recorded."""
    merged: dict[int, list[Place]] = field(default_factory=dict)
    """Of the blocks of a message that several records hold together."""
    answered: bool = False
    """Its last message is the model's answer, as it was received: nothing has been sent after it yet."""
    found: list[Fault] = field(default_factory=list)
    """What the reader itself has found; a pointer that begins with "doc" leads into one document of the file."""
    recorded: tuple[str, ...] = ()
    """What the provider answered, where the file says so."""
    records: tuple[Record, ...] = ()
    """The chain's records where the format has such."""
    around: Around = NONE
    """Where it is a piece of a longer one."""

    @property
    def key(self) -> str:
        return KEYS[self.format]

    @property
    def units(self) -> list[Any]:
        """The messages, or items."""
        units = self.body.get(self.key)
        return units if isinstance(units, list) else []

    def place(self, pointer: Pointer) -> Place:
        """Where in the file something of the body stands."""
        if len(pointer) > 1 and pointer[0] == "doc" and isinstance(pointer[1], int):
            return Place(pointer[1], pointer[2:])
        if len(pointer) < 2 or pointer[0] != self.key or not isinstance(pointer[1], int):
            return self.root.below(*pointer) if self.root else Place(0)
        number, rest = pointer[1], pointer[2:]
        if not 0 <= number < len(self.places):
            return Place(-1)
        if number in self.merged and len(rest) > 1 and rest[0] == "content" and isinstance(rest[1], int):
            return self.merged[number][rest[1]].below(*rest[2:])
        return self.places[number].below(*rest)

    def node(self, pointer: Pointer) -> Node | None:
        """The bytes of something of the body."""
        return self.source.node(self.place(pointer))

    def nearest(self, pointer: Pointer) -> tuple[Place, Node]:
        """The bytes of something of the body, or of what it would be in."""
        place = self.place(pointer)
        while (node := self.source.node(place)) is None and place.pointer:
            place = Place(place.doc, place.pointer[:-1])
        if node is None:
            doc = next(n for n, doc in enumerate(self.source.docs) if not doc.torn)
            return Place(doc), self.source.docs[doc].node
        return place, node
