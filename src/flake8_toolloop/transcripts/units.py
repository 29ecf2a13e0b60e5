"""Messages and their blocks as something that can be taken out, put in and moved, whatever file they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flake8_toolloop.transcripts.changes import Style, element, inserted, removed, replaced
from flake8_toolloop.transcripts.document import Edit, Node
from flake8_toolloop.transcripts.recording import Conversation, Doc, Place


def array_of(conversation: Conversation, number: int) -> tuple[Node, int] | None:
    """The array that a message stands in, and its index there; None where it has a line or an object of its own."""
    place = conversation.places[number]
    if not place.pointer or not isinstance(place.pointer[-1], int):
        return None
    node = conversation.source.node(Place(place.doc, place.pointer[:-1]))
    return (node, place.pointer[-1]) if node is not None and node.kind == "array" else None


def line_of(conversation: Conversation, number: int) -> Doc | None:
    """The line that holds a message and nothing else."""
    place = conversation.places[number]
    alone = place.pointer in ((), ("payload",), ("message",))
    return conversation.source.docs[place.doc] if conversation.source.lines and alone else None


def dropped(conversation: Conversation, numbers: Iterable[int]) -> list[Edit] | None:
    """Take messages out; None where one of them is all that its place is for."""
    edits: list[Edit] = []
    arrays: dict[int, tuple[Node, list[int]]] = {}
    for number in numbers:
        held, line = array_of(conversation, number), line_of(conversation, number)
        if held is not None:
            arrays.setdefault(held[0].start, (held[0], []))[1].append(held[1])
        elif line is not None:
            edits.append(Edit(line.start, line.stop, b""))
        else:
            return None
    for array, indexes in arrays.values():
        edits += removed(array, indexes)
    return edits


def added(conversation: Conversation, after: int, value: Any) -> list[Edit] | None:
    """Put a message behind another; None where there is no place for one."""
    held, line = array_of(conversation, after), line_of(conversation, after)
    if held is not None:
        array, index = held
        return [inserted(array, index + 1, [element(array, value)])]
    if line is None:
        return None
    if conversation.places[after].pointer == ("payload",):
        value = {**line.node.value, "type": "response_item", "payload": value}  # with the time of the one before
    return [new_line(line, Style.of(line.node).written(value))]


def new_line(line: Doc, text: bytes) -> Edit:
    """A line behind another, ended as that one is."""
    ending = line.data[line.end : line.stop]
    if ending:
        return Edit(line.stop, line.stop, text + ending)
    before = b"\r\n" if line.data[: line.start].endswith(b"\r\n") else b"\n"
    return Edit(line.stop, line.stop, before + text)


def content(conversation: Conversation, number: int, key: str = "content") -> Node | None:
    """The bytes of a message's content."""
    node = conversation.node((conversation.key, number))
    return node.get(key) if node is not None else None


def as_blocks(message: Node, node: Node) -> list[bytes]:
    """The blocks of a content as they stand; a text becomes a block of its own."""
    if node.kind == "array":
        return [item.raw for item in node.items]
    if node.kind == "string" and node.raw != b'""':
        return [text_block(message, node)]
    return []


def text_block(message: Node, text: Node) -> bytes:
    """A text block around a text as it is written."""
    style = Style.of(message)
    block = style.written({"type": "text", "text": "\0"}, _pad(text, style))
    return block.replace(b'"\\u0000"', text.raw)


def new_block(message: Node, node: Node, value: Any) -> bytes:
    """A new block in the style of a message's content."""
    if node.kind == "array" and node.items:
        return element(node, value)
    style = Style.of(message)
    return style.written(value, _pad(node, style))


def with_blocks(message: Node, node: Node, at: int, blocks: Sequence[bytes]) -> Edit:
    """A content with these blocks put in, so that the first of them has this index."""
    if node.kind == "array" and node.items:
        return inserted(node, at, blocks)
    own = as_blocks(message, node)
    style, pad = Style.of(message), _pad(node, Style.of(message))
    whole = [*own[:at], *blocks, *own[at:]]
    if style.indent is None:
        return replaced(node, b"[" + style.comma.join(whole) + b"]")
    line = style.newline + pad
    text = (b"," + line).join(whole)
    return replaced(node, b"[" + line + text + style.newline + _indent(node) + b"]")


def _pad(node: Node, style: Style) -> bytes:
    """What stands before each block of a content that has none yet."""
    return b"" if style.indent is None else _indent(node) + style.indent.encode()


def _indent(node: Node) -> bytes:
    line = node.data.rfind(b"\n", 0, node.start) + 1
    text = node.data[line : node.start]
    return text[: len(text) - len(text.lstrip(b" \t"))]
