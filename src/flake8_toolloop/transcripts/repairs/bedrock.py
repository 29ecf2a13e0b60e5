"""Repairs of Bedrock Converse messages."""

from __future__ import annotations

from typing import Any

from flake8_toolloop.dialects import bedrock as dialect
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.judge_bedrock import kind_of
from flake8_toolloop.testing.reading import elements
from flake8_toolloop.transcripts import units
from flake8_toolloop.transcripts.changes import Change, Policy, ordered, replaced
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import Repairs, shared

CONTENT = dialect.WIRE.content


def blocks_of(conversation: Conversation, number: int) -> list[Any]:
    return elements(shared.unit(conversation, number).get(CONTENT))


def _out(conversation: Conversation, fault: Fault, what: str, lost: str = "") -> Change | str:
    return shared.block_out(conversation, fault, CONTENT, what, lost)


def orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return _out(conversation, fault, "took out a result without its call", "the call that it answered is not here")


def second_result(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return _out(conversation, fault, "took out the second result of a call")


def second_call(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Only where it is the same call: of two different ones both are meant."""
    blocks, at, first = blocks_of(conversation, shared.number_of(fault)), fault.pointer[3], fault.related[0][3]
    assert isinstance(at, int)
    assert isinstance(first, int)
    if blocks[at] != blocks[first]:
        return "two different calls have one id: which results are whose cannot be told for certain"
    return _out(conversation, fault, "took out a second call with the same id")


def mismatched(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.right_id(conversation, fault)


def unsigned(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    lost = "the signature was never stored: this reasoning cannot go back"
    return _out(conversation, fault, "took out reasoning without a signature", lost)


def without_data(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    lost = "the data was never stored: this reasoning cannot go back"
    return _out(conversation, fault, "took out redacted reasoning without its data", lost)


def garbled(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    lost = "what is damaged cannot be restored: this reasoning cannot go back"
    return _out(conversation, fault, "took out reasoning that cannot be decoded", lost)


def blank(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return _out(conversation, fault, "took out a blank text")


def empty(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(conversation, fault, "took out a message without content")


def reasoning_first(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """One run of reasoning can only have stood first; of several the order is not known."""
    number = shared.number_of(fault)
    kinds = [kind_of(block) == dialect.REASONING for block in blocks_of(conversation, number)]
    runs = sum(now and not before for before, now in zip([False, *kinds], kinds, strict=False))
    node = units.content(conversation, number, CONTENT)
    if runs != 1 or node is None:
        return "the order in which the blocks came is not recorded"
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    order = sorted(range(len(kinds)), key=lambda at: not kinds[at])
    return shared.change(conversation, fault, "put the reasoning first", ordered(node, order), "", [number])


def results_first(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Results before all else, each in its order."""
    number = shared.number_of(fault)
    blocks, node = blocks_of(conversation, number), units.content(conversation, number, CONTENT)
    if node is None:
        return shared.NO_PLACE
    order = sorted(range(len(blocks)), key=lambda at: kind_of(blocks[at]) != dialect.RESULT)
    what = "put the results before what else the message says"
    return shared.change(conversation, fault, what, ordered(node, order), "", [number])


def split_results(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    rest = [pointer[1] for pointer in fault.related if isinstance(pointer[1], int)]
    what = "joined the results of one turn"
    return shared.joined(conversation, fault, shared.number_of(fault), rest, CONTENT, what)


def in_a_row(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number = shared.number_of(fault)
    what = "joined two messages of one role"
    return shared.joined(conversation, fault, number - 1, [number], CONTENT, what)


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A result that says that the call was interrupted, behind the others and in front of what the user says next."""
    number, ident = shared.number_of(fault), fault.ids[0]
    result = {dialect.CALL_ID: ident, "content": [{"text": shared.INTERRUPTED}], "status": "error"}
    value = {dialect.RESULT: result}
    what = f"put in a result for `{ident}` that says it was interrupted"
    if shared.unit(conversation, number + 1).get("role") != "user":
        return shared.put_in(conversation, fault, number, {"role": "user", CONTENT: [value]}, what)
    blocks = blocks_of(conversation, number + 1)
    at = next((at for at, block in enumerate(blocks) if kind_of(block) != dialect.RESULT), len(blocks))
    return shared.block_in(conversation, fault, number + 1, CONTENT, at, value, what)


def signed_twice(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A turn that was cut in two is joined again; else the second of the same reasoning goes."""
    number, first = shared.number_of(fault), shared.last_number(fault)
    if not _cut_in_two(conversation, first, number):
        return _out(conversation, fault, "took out reasoning that an earlier turn has already")
    mine, answer = units.content(conversation, first), units.content(conversation, first + 1)
    message, reply = (conversation.node((conversation.key, n)) for n in (first, first + 1))
    other, more = units.content(conversation, number), units.content(conversation, number + 1)
    dropped = units.dropped(conversation, [number, number + 1])
    if not (mine and answer and message and reply and other and more) or dropped is None:
        return shared.RESPONSE
    rest = [at for at, block in enumerate(blocks_of(conversation, number)) if kind_of(block) != dialect.REASONING]
    edits = [
        units.with_blocks(message, mine, len(mine.items), [other.items[at].raw for at in rest]),
        units.with_blocks(reply, answer, len(answer.items), [item.raw for item in more.items]),
        *dropped,
    ]
    what = "joined a turn that was cut in two"
    return shared.change(conversation, fault, what, edits, "", range(first, number + 2))


def _cut_in_two(conversation: Conversation, first: int, second: int) -> bool:
    """Whether two messages are one turn: the same reasoning, calls in both, and nothing but results behind each."""
    mine, other = blocks_of(conversation, first), blocks_of(conversation, second)
    answers = [*blocks_of(conversation, first + 1), *blocks_of(conversation, second + 1)]
    thoughts = [block for block in other if kind_of(block) == dialect.REASONING]
    return (
        second == first + 2
        and not shared.is_answer(conversation, second)
        and all(block in mine for block in thoughts)
        and all(any(kind_of(block) == dialect.CALL for block in blocks) for blocks in (mine, other))
        and bool(blocks_of(conversation, second + 1))
        and all(kind_of(block) == dialect.RESULT for block in answers)
    )


def malformed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A content of plain text becomes one block of text."""
    number = shared.number_of(fault)
    message, node = conversation.node((conversation.key, number)), units.content(conversation, number, CONTENT)
    if message is None or node is None or node.kind != "string" or not node.value.strip():
        return shared.spread_text(conversation, fault, CONTENT)
    block = units.new_block(message, node, {"text": "\0"}).replace(b'"\\u0000"', node.raw)
    what = "made the text a block: this API takes no plain text"
    return shared.change(conversation, fault, what, [replaced(node, b"[" + block + b"]")], "", [number])


REPAIRS: Repairs = {
    "orphan-result": orphan,
    "duplicate-result": second_result,
    "duplicate-call": second_call,
    "mismatched-id": mismatched,
    "unsigned": unsigned,
    "without-data": without_data,
    "garbled-signature": garbled,
    "empty-text": blank,
    "empty-content": empty,
    "moved": reasoning_first,
    "text-before-result": results_first,
    "split-results": split_results,
    "roles-in-a-row": in_a_row,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "duplicate-signed": signed_twice,
    "malformed-message": malformed,
}
