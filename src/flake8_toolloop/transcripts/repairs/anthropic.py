"""Repairs of Anthropic messages: requests, bare lists, a message a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.fault import Fault, Pointer
from flake8_toolloop.testing.judge_anthropic import closed_before
from flake8_toolloop.testing.wire import calls, deliberates, kind
from flake8_toolloop.transcripts import units
from flake8_toolloop.transcripts.changes import Change, Policy, ordered, removed, without_member
from flake8_toolloop.transcripts.document import Edit, Node
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import Repairs

INTERRUPTED = "Tool call interrupted"
RESPONSE = "it stands in a response as it was received: that record is not rewritten"


def interrupted(ident: str) -> dict[str, Any]:
    """The result that stands for one that never came: it says so, and nothing else."""
    return {"type": "tool_result", "tool_use_id": ident, "content": INTERRUPTED, "is_error": True}


def blocks_of(conversation: Conversation, number: int) -> list[dict[str, Any]]:
    """The blocks of a message, each at its index; a text is one block."""
    units_ = conversation.units
    content = units_[number].get("content") if 0 <= number < len(units_) and isinstance(units_[number], dict) else None
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b if isinstance(b, dict) else {} for b in content] if isinstance(content, list) else []


def role_of(conversation: Conversation, number: int) -> str:
    units_ = conversation.units
    return str(units_[number].get("role")) if 0 <= number < len(units_) and isinstance(units_[number], dict) else ""


def span(conversation: Conversation, number: int) -> tuple[int, int]:
    """The bytes of a message."""
    node = conversation.node((conversation.key, number))
    return (node.start, node.end) if node is not None else (0, 0)


def change(
    fault: Fault, message: str, edits: Sequence[Edit] | None, lost: str = "", guard: Sequence[Any] = ()
) -> Change | str:
    if edits is None:
        return RESPONSE
    return Change(fault.kind, message, tuple(edits), lost, tuple(guard), 0, fault.pointer)


def place(pointer: Pointer) -> tuple[int, int] | None:
    """Message and block of a place."""
    if len(pointer) < 4 or not isinstance(pointer[1], int) or not isinstance(pointer[3], int):
        return None
    return pointer[1], pointer[3]


# Taking out


def without_blocks(conversation: Conversation, number: int, indexes: Sequence[int]) -> list[Edit] | None:
    """A message without some of its blocks; the message goes where nothing is left of it."""
    node = units.content(conversation, number)
    if node is None or node.kind != "array" or len(set(indexes)) >= len(node.items):
        return without_messages(conversation, [number])
    return removed(node, indexes)


def without_messages(conversation: Conversation, numbers: Sequence[int]) -> list[Edit] | None:
    """Messages taken out. Two messages of the user's that then meet are joined where nothing says that the provider
    does it: some endpoints of this shape want the roles to alternate."""
    edits = units.dropped(conversation, numbers)
    if edits is None or conversation.root is not None or conversation.source.lines:
        return edits
    first, last = min(numbers) - 1, max(numbers) + 1
    if first < 0 or role_of(conversation, first) != "user" or role_of(conversation, last) != "user":
        return edits
    return joined_users(conversation, first, [*numbers, last]) or edits


def joined_users(conversation: Conversation, first: int, rest: Sequence[int]) -> list[Edit] | None:
    """The blocks of the last of some messages put behind those of the first, and all but the first taken out."""
    message, last = (conversation.node((conversation.key, n)) for n in (first, rest[-1]))
    mine, other = units.content(conversation, first), units.content(conversation, rest[-1])
    if message is None or last is None or mine is None or other is None:
        return None
    blocks = units.as_blocks(last, other)
    at = len(units.as_blocks(message, mine))
    dropped = units.dropped(conversation, rest)
    return None if dropped is None else [units.with_blocks(message, mine, at, blocks), *dropped]


def around(conversation: Conversation, number: int) -> list[tuple[int, int]]:
    """The bytes of a message and of its neighbours."""
    return [span(conversation, n) for n in (number - 1, number, number + 1) if 0 <= n < len(conversation.units)]


def take_out(conversation: Conversation, fault: Fault, what: str, lost: str = "") -> Change | str:
    """The block at the fault's place taken out."""
    where = place(fault.pointer)
    if where is None:
        return "it has no place of its own"
    number, index = where
    edits = without_blocks(conversation, number, [index])
    alone = len(blocks_of(conversation, number)) < 2
    return change(fault, what, edits, lost, around(conversation, number) if alone else ())


TAKEN_OUT = {
    "orphan-result": ("took out a result without its call", "the call that it answered is not in the file"),
    "duplicate-result": ("took out the second result of a call", ""),
    "unsigned": (
        "took out thinking without a signature",
        "the signature was never stored: this reasoning cannot go back",
    ),
    "without-data": (
        "took out redacted thinking without its data",
        "the data was never stored: this reasoning cannot go back",
    ),
    "garbled-signature": (
        "took out thinking with a damaged signature",
        "a damaged signature cannot be restored: this reasoning cannot go back",
    ),
    "blanked-thinking": (
        "took out thinking that has lost its text",
        "the text of this reasoning is not in the file",
    ),
}
"""The blocks that go, whichever way the format takes one out: what is said of it, and what is lost."""


def taking_out(take: Callable[[Conversation, Fault, str, str], Change | str]) -> Repairs:
    """The repairs that take a block out, by the function of a format that does it."""

    def repair(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
        return take(conversation, fault, *TAKEN_OUT[fault.kind])

    return dict.fromkeys(TAKEN_OUT, repair)


def undecided(_conversation: Conversation, _fault: Fault, _policy: Policy) -> Change | str:
    return "the file does not say whether the text was omitted or lost: --empty-thinking drop or keep settles it"


def empty_text(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return take_out(conversation, fault, "took out an empty text")


def not_permitted(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return take_out(conversation, fault, "took out a block that a turn may not hold when it goes back")


def empty(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number = fault.pointer[1]
    assert isinstance(number, int)
    edits = without_messages(conversation, [number])
    return change(fault, "took out a message without content", edits, "", around(conversation, number))


def malformed(conversation: Conversation, fault: Fault, policy: Policy) -> Change | str:
    """Only a message that says nothing can go."""
    number = fault.pointer[1] if len(fault.pointer) == 2 else None
    message = conversation.units[number] if isinstance(number, int) else None
    spread = isinstance(message, dict) and any(key.isdigit() for key in message) and not message.get("content")
    return empty(conversation, fault, policy) if spread else "what it was meant to be cannot be told"


def client_field(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    node = conversation.node(fault.pointer)
    edit = without_member(node, "parsed_output") if node is not None else None
    return change(fault, "took out a field of the client's own", [edit]) if edit else "it is not where it should be"


def foreign(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number = fault.pointer[1]
    assert isinstance(number, int)
    if not closed_before(conversation.body, number, conversation.around):
        return "its cycle is open: start the other model at a new message of the user's"
    indexes = [n for n, block in enumerate(blocks_of(conversation, number)) if deliberates(block)]
    edits = without_blocks(conversation, number, indexes)
    return change(fault, "took out reasoning of another model", edits, "", around(conversation, number))


def second_call(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """The second of two calls with one id, and the second result."""
    where = place(fault.pointer)
    if where is None:
        return "it has no place of its own"
    gone: dict[int, list[int]] = {where[0]: [where[1]]}
    for pointer in fault.related[1:]:
        result = place(pointer)
        if result is not None:
            gone.setdefault(result[0], []).append(result[1])
    edits: list[Edit] = []
    for number, indexes in gone.items():
        taken = without_blocks(conversation, number, indexes)
        if taken is None:
            return RESPONSE
        edits += taken
    guard = [g for number in gone for g in around(conversation, number)]
    return change(fault, "took out a second call with the same id, and its result", edits, "", guard)


# Putting in, and in order


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A result that says that the call was interrupted, in front of what the user says next."""
    number = fault.pointer[1]
    assert isinstance(number, int)
    if conversation.answered and number == len(conversation.units) - 1:
        return RESPONSE
    last = number
    while role_of(conversation, last + 1) == ANTHROPIC.assistant:
        last += 1
    value = interrupted(fault.ids[0])
    lost = "what the tool answered is not in the file: the result says that the call was interrupted"
    what = f"put in a result for `{fault.ids[0]}` that says it was interrupted"
    if role_of(conversation, last + 1) != ANTHROPIC.user:
        edits = units.added(conversation, last, {"role": "user", "content": [value]})
        return change(fault, what, edits, lost, [span(conversation, last)])
    message = conversation.node((conversation.key, last + 1))
    node = units.content(conversation, last + 1)
    if message is None or node is None:
        return "the next message has no content"
    edit = units.with_blocks(message, node, _leading(conversation, last + 1), [units.new_block(message, node, value)])
    return change(fault, what, [edit], lost, [span(conversation, last + 1)])


def _leading(conversation: Conversation, number: int) -> int:
    """How many results a message begins with."""
    blocks = blocks_of(conversation, number)
    return next((n for n, block in enumerate(blocks) if kind(block) != ANTHROPIC.result), len(blocks))


def results_first(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Results before all else, each in its order."""
    where = place(fault.related[-1]) if fault.related else None
    if where is None:
        return "it has no place of its own"
    number, index = where
    first = number
    while role_of(conversation, first - 1) == ANTHROPIC.user:
        first -= 1
    what = "put the results before what else the message says"
    if first == number:
        return _partitioned(conversation, fault, number, what)
    message, node = conversation.node((conversation.key, first)), units.content(conversation, first)
    result = conversation.node((conversation.key, number, "content", index))
    taken = without_blocks(conversation, number, [index])
    if message is None or node is None or result is None or taken is None:
        return RESPONSE
    edits = [units.with_blocks(message, node, _leading(conversation, first), [result.raw]), *taken]
    return change(fault, what, edits, "", [span(conversation, n) for n in range(first, number + 1)])


def _partitioned(conversation: Conversation, fault: Fault, number: int, what: str) -> Change | str:
    node = units.content(conversation, number)
    if node is None or node.kind != "array":
        return "its content is no list"
    blocks = blocks_of(conversation, number)
    order = sorted(range(len(blocks)), key=lambda n: kind(blocks[n]) != ANTHROPIC.result)
    return change(fault, what, ordered(node, order), "", [span(conversation, number)])


def split_results(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """The results of one turn in its first message of results."""
    number, first = fault.pointer[1], fault.related[0][1]
    assert isinstance(number, int)
    assert isinstance(first, int)
    edits = joined_users(conversation, first, [number])
    return change(fault, "joined the results of one turn", edits, "", [span(conversation, n) for n in (first, number)])


def duplicate_signed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A turn that was cut in two is joined again; any other block that is there twice goes."""
    where, first = place(fault.pointer), place(fault.related[0])
    if where is not None and first is not None and _cut_in_two(conversation, first[0], where[0]):
        return _rejoined(conversation, fault, first[0], where[0])
    return take_out(conversation, fault, "took out a block that another turn has already")


def _cut_in_two(conversation: Conversation, first: int, second: int) -> bool:
    """Whether two messages are one turn: the same reasoning, and nothing but results between them."""
    if second != first + 2 or role_of(conversation, first + 1) != ANTHROPIC.user:
        return False
    mine, other = blocks_of(conversation, first), blocks_of(conversation, second)
    between = blocks_of(conversation, first + 1)
    thoughts = [block for block in other if deliberates(block)]
    rest = [block for block in other if not deliberates(block)]
    return (
        all(block in mine for block in thoughts)
        and bool(calls(mine))
        and bool(rest)
        and all(kind(block) == ANTHROPIC.result for block in between)
    )


def _rejoined(conversation: Conversation, fault: Fault, first: int, second: int) -> Change | str:
    key = conversation.key
    mine = units.content(conversation, first)
    message = conversation.node((key, first))
    results, answer = units.content(conversation, first + 1), conversation.node((key, first + 1))
    more, other = units.content(conversation, second + 1), conversation.node((key, second + 1))
    if mine is None or message is None or results is None or answer is None:
        return RESPONSE
    rest = [n for n, block in enumerate(blocks_of(conversation, second)) if not deliberates(block)]
    moved = [_raw(conversation.node((key, second, "content", n))) for n in rest]
    edits = [units.with_blocks(message, mine, len(mine.items), moved)]
    gone = [second]
    if more is not None and other is not None and role_of(conversation, second + 1) == ANTHROPIC.user:
        blocks = units.as_blocks(other, more)
        edits.append(units.with_blocks(answer, results, len(results.items), blocks))
        gone.append(second + 1)
    dropped = units.dropped(conversation, gone)
    if dropped is None:
        return RESPONSE
    guard = [span(conversation, n) for n in range(first, min(second + 2, len(conversation.units)))]
    return change(fault, "joined a turn that was cut in two", [*edits, *dropped], "", guard)


def _raw(node: Node | None) -> bytes:
    return node.raw if node is not None else b""


# Said plainly


def not_recorded(_conversation: Conversation, _fault: Fault, _policy: Policy) -> Change | str:
    return "the lost reasoning is not in the file: go on without thinking, or from the user's last message"


def order_unknown(_conversation: Conversation, _fault: Fault, _policy: Policy) -> Change | str:
    return "the order in which the blocks came is not recorded"


def server_side(_conversation: Conversation, _fault: Fault, _policy: Policy) -> Change | str:
    return "only the provider can answer a call of its own: go on from the user's last message"


def server_orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    what = "took out a result of the provider's own tool without its call"
    return take_out(conversation, fault, what, "the call that it answered is not here")


REPAIRS: Repairs = {
    **taking_out(take_out),
    "duplicate-call": second_call,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "text-before-result": results_first,
    "split-results": split_results,
    "empty-content": empty,
    "empty-text": empty_text,
    "empty-thinking": undecided,
    "duplicate-signed": duplicate_signed,
    "foreign-reasoning": foreign,
    "malformed-message": malformed,
    "client-field": client_field,
    "not-permitted": not_permitted,
    "server-unexpected": server_orphan,
    "server-unresolved": server_side,
    "lost-reasoning": not_recorded,
    "moved": order_unknown,
}
