"""What the repairs of the other formats share: messages and items put in order, fields set, parts joined."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts import units
from flake8_toolloop.transcripts.changes import (
    Change,
    element,
    inserted,
    removed,
    replaced,
    with_member,
    without_member,
)
from flake8_toolloop.transcripts.document import Edit, Node
from flake8_toolloop.transcripts.recording import Conversation

RESPONSE = "it stands in a response as it was received: that record is not rewritten"
NO_PLACE = "it has no place of its own"
LATER = "another repair comes first"
"""Never seen: the next round finds the fault again."""
NO_RESULT = "what the tool answered is not in the file"
INTERRUPTED = "interrupted"
"""What stands for a result that never came: it says so, and nothing else."""


def change(
    conversation: Conversation,
    fault: Fault,
    message: str,
    edits: Iterable[Edit | None] | None,
    lost: str = "",
    around: Iterable[int] = (),
) -> Change | str:
    """A change that rests on the messages ``around``. None for its edits where their places cannot be written."""
    made = None if edits is None else list(edits)
    if made is None or not made or None in made:
        return RESPONSE if made is None else NO_PLACE
    guard = tuple(span(conversation, number) for number in around if 0 <= number < len(conversation.units))
    return Change(fault.kind, message, tuple(edit for edit in made if edit is not None), lost, guard, 0, fault.pointer)


def span(conversation: Conversation, number: int) -> tuple[int, int]:
    """The bytes of a message."""
    node = conversation.node((conversation.key, number))
    return (node.start, node.end) if node is not None else (0, 0)


def unit(conversation: Conversation, number: int) -> dict[str, Any]:
    """A message or item; an empty one where there is none."""
    held = conversation.units[number] if 0 <= number < len(conversation.units) else None
    return held if isinstance(held, dict) else {}


def number_of(fault: Fault) -> int:
    """Which message or item it is about."""
    number = fault.pointer[1]
    assert isinstance(number, int)
    return number


def last_number(fault: Fault) -> int:
    """The message or item of its last related place."""
    number = fault.related[-1][1]
    assert isinstance(number, int)
    return number


def is_answer(conversation: Conversation, number: int) -> bool:
    """Whether a message is the model's answer, as it was received: it has a place of its own beside the request."""
    if not conversation.answered or not conversation.units:
        return False
    return home(conversation, number) == home(conversation, len(conversation.units) - 1)


def home(conversation: Conversation, number: int) -> tuple[Any, ...]:
    """Where a message is kept: two with the same may change places. Lines of one file are alike."""
    place = conversation.places[number]
    if place.pointer and isinstance(place.pointer[-1], int):
        return (place.doc, *place.pointer[:-1])
    return (place.pointer,)


# Messages and items


def drop(conversation: Conversation, fault: Fault, what: str, lost: str = "") -> Change | str:
    """The message of the fault taken out."""
    number = number_of(fault)
    edits = None if is_answer(conversation, number) else units.dropped(conversation, [number])
    return change(conversation, fault, what, edits, lost, (number - 1, number + 1))


def put_in(
    conversation: Conversation, fault: Fault, after: int, value: Any, what: str, lost: str = NO_RESULT
) -> Change | str:
    """A message put in behind another."""
    edits = None if is_answer(conversation, after) else units.added(conversation, after, value)
    return change(conversation, fault, what, edits, lost, (after, after + 1))


def permuted(conversation: Conversation, first: int, order: Sequence[int]) -> list[Edit | None] | None:
    """The messages from ``first`` on in another order: ``order`` has their old numbers."""
    if len({home(conversation, number) for number in order}) > 1 or any(is_answer(conversation, n) for n in order):
        return None
    nodes = [conversation.node((conversation.key, first + at)) for at in range(len(order))]
    raw = {first + at: node.raw for at, node in enumerate(nodes) if node is not None}
    return [
        None if node is None or old not in raw else replaced(node, raw[old])
        for at, (node, old) in enumerate(zip(nodes, order, strict=True))
        if old != first + at
    ]


def moved_up(conversation: Conversation, fault: Fault, number: int, to: int, what: str) -> Change | str:
    """A message put before others: at ``to``, which is before it."""
    order = [number, *range(to, number)]
    return change(conversation, fault, what, permuted(conversation, to, order), "", range(to, number + 1))


# Fields


def field_set(conversation: Conversation, number: int, path: Sequence[str | int], value: Any) -> Edit | None:
    """A member of an object in a message given a value."""
    holder = conversation.node((conversation.key, number, *path[:-1]))
    key = path[-1]
    if holder is None or holder.kind != "object" or not isinstance(key, str):
        return None
    text, node = json.dumps(value).encode(), holder.get(key)
    return replaced(node, text) if node is not None else with_member(holder, key, text)


def field_out(conversation: Conversation, number: int, path: Sequence[str | int]) -> Edit | None:
    """A member of an object in a message taken out."""
    holder = conversation.node((conversation.key, number, *path[:-1]))
    key = path[-1]
    return without_member(holder, key) if holder is not None and isinstance(key, str) else None


def right_id(conversation: Conversation, fault: Fault) -> Change | str:
    """A result that names its call: the field at the fault's place."""
    number = number_of(fault)
    if is_answer(conversation, number):
        return RESPONSE
    edit = field_set(conversation, number, fault.pointer[2:], fault.ids[0])
    what = f"tied the result to the one call that waits for one, `{fault.ids[0]}`"
    return change(conversation, fault, what, [edit], "", [number])


# Blocks and parts


def block_out(conversation: Conversation, fault: Fault, key: str, what: str, lost: str = "") -> Change | str:
    """The block of the fault taken out; its message goes with it where nothing else is in it."""
    number, index = number_of(fault), fault.pointer[3] if len(fault.pointer) > 3 else None
    if not isinstance(index, int):
        return NO_PLACE
    return blocks_out(conversation, fault, {number: [index]}, key, what, lost)


def blocks_out(
    conversation: Conversation, fault: Fault, gone: dict[int, list[int]], key: str, what: str, lost: str = ""
) -> Change | str:
    """Blocks of messages taken out; by message, their indexes."""
    edits: list[Edit] = []
    if any(is_answer(conversation, number) for number in gone):
        return RESPONSE
    for number, indexes in gone.items():
        node = units.content(conversation, number, key)
        if node is None or node.kind != "array":
            return NO_PLACE
        whole = len(set(indexes)) >= len(node.items)
        taken = units.dropped(conversation, [number]) if whole else removed(node, indexes)
        if taken is None:
            return RESPONSE
        edits += taken
    return change(conversation, fault, what, edits, lost, [n + step for n in gone for step in (-1, 0, 1)])


def block_in(
    conversation: Conversation, fault: Fault, number: int, key: str, at: int, value: Any, what: str
) -> Change | str:
    """A block put into a message, so that it has this index."""
    message, node = conversation.node((conversation.key, number)), units.content(conversation, number, key)
    if message is None or node is None or is_answer(conversation, number):
        return RESPONSE
    if node.kind == "array" and node.items:
        edit = inserted(node, at, [element(node, value)])
    else:
        edit = units.with_blocks(message, node, at, [units.new_block(message, node, value)])
    return change(conversation, fault, what, [edit], NO_RESULT, [number])


def joined(
    conversation: Conversation, fault: Fault, first: int, rest: Sequence[int], key: str, what: str
) -> Change | str:
    """The blocks of some messages put behind those of the first; the others taken out."""
    message, mine = conversation.node((conversation.key, first)), units.content(conversation, first, key)
    others = [units.content(conversation, number, key) for number in rest]
    dropped = units.dropped(conversation, rest)
    if message is None or mine is None or dropped is None or any(is_answer(conversation, n) for n in (first, *rest)):
        return RESPONSE
    blocks = [item.raw for node in others if node is not None for item in node.items]
    if mine.kind != "array" or any(node is None or node.kind != "array" for node in others):
        return "its content is no list"
    edits = [units.with_blocks(message, mine, len(mine.items), blocks)] if blocks else []
    return change(conversation, fault, what, [*edits, *dropped], "", (first, *rest))


def raw(node: Node | None) -> bytes:
    return node.raw if node is not None else b""


def spread_text(conversation: Conversation, fault: Fault, *keys: str) -> Change | str:
    """A message that is none goes where it says nothing: a text spread into digits, and an empty content."""
    message = unit(conversation, number_of(fault))
    spread = any(name.isdigit() for name in message) and not any(message.get(key) for key in keys)
    if len(fault.pointer) != 2 or not spread:
        return "what it was meant to be cannot be told"
    return drop(conversation, fault, "took out a message that says nothing")
