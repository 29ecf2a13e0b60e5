"""Repairs of OpenAI Responses items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.items import OUTPUTS, made
from flake8_toolloop.testing.reading import word
from flake8_toolloop.transcripts import units
from flake8_toolloop.transcripts.changes import Change, Policy
from flake8_toolloop.transcripts.document import Edit
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import Repairs, shared

LOST = "the reasoning is not in the file: the call goes back as one that was made without"


def kind_at(conversation: Conversation, number: int) -> str:
    """The type of an item."""
    item = shared.unit(conversation, number)
    return word(item.get("type")) or (dialect.MESSAGE if "role" in item else "")


def orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(
        conversation, fault, "took out an output without its call", "the call that it answered is not here"
    )


def second_output(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(conversation, fault, "took out the second output of a call")


def mismatched(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.right_id(conversation, fault)


def twice(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Only where it is the same item: of two different ones both are meant."""
    number, first = shared.number_of(fault), shared.last_number(fault)
    if _meaning(conversation, number) != _meaning(conversation, first):
        return "two different items have one id: which is meant cannot be told"
    return shared.drop(conversation, fault, "took out an item that is there twice")


def _meaning(conversation: Conversation, number: int) -> dict[str, Any]:
    return {key: value for key, value in shared.unit(conversation, number).items() if key not in ("id", "status")}


def without_id(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A call without an id is not asked for its reasoning."""
    number = shared.number_of(fault)
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    edit = shared.field_out(conversation, number, ["id"])
    return shared.change(conversation, fault, "took out the id that ties it to its reasoning", [edit], LOST, [number])


def empty_id(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number = shared.number_of(fault)
    edit = shared.field_out(conversation, number, ["id"])
    return shared.change(conversation, fault, "took out an id that is empty", [edit], "", [number])


def dangling(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    if _swapped(conversation, shared.number_of(fault)):
        return shared.LATER
    lost = "what it led to is not in the file"
    return shared.drop(conversation, fault, "took out reasoning that nothing follows", lost)


def _swapped(conversation: Conversation, number: int) -> bool:
    """Whether what the reasoning led to stands before it: the turn has items, and no other reasoning before them."""
    kinds: list[str] = []
    while number and made(conversation.units[number - 1]):
        number -= 1
        kinds.append(kind_at(conversation, number))
    while kinds and kinds[0] == dialect.REASONING:
        kinds.pop(0)
    return bool(kinds) and dialect.REASONING not in kinds


def reasoning_first(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Reasoning put before what it led to: the rows came back in the wrong order."""
    first, reasoning = shared.number_of(fault), shared.last_number(fault)
    end = reasoning
    while kind_at(conversation, end + 1) == dialect.REASONING:
        end += 1
    order = [*range(reasoning, end + 1), *range(first, reasoning)]
    edits = shared.permuted(conversation, first, order)
    what = "put the reasoning before what it led to"
    return shared.change(conversation, fault, what, edits, "", range(first, end + 1))


def calls_together(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """All calls of the turn, then all their outputs, each in its order."""
    first = shared.last_number(fault)
    end = shared.number_of(fault)
    while _call_or_output(conversation, end + 1):
        end += 1
    while not _call_or_output(conversation, first):
        first += 1
    numbers = range(first, end + 1)
    order = sorted(numbers, key=lambda number: kind_at(conversation, number) in OUTPUTS)
    edits = shared.permuted(conversation, first, order)
    return shared.change(conversation, fault, "put the calls of the turn before their outputs", edits, "", numbers)


def _call_or_output(conversation: Conversation, number: int) -> bool:
    return kind_at(conversation, number) in (*dialect.ANSWERS, *OUTPUTS)


def output_behind(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """An output put behind the turn with its call."""
    number, call = shared.number_of(fault), shared.last_number(fault)
    to = _behind(conversation, call) - 1
    order = [*range(number + 1, to + 1), number]
    edits = shared.permuted(conversation, number, order)
    return shared.change(conversation, fault, "put an output behind its call", edits, "", range(number, to + 1))


def _behind(conversation: Conversation, call: int) -> int:
    """The number behind the calls that stand together with this one, and behind their outputs."""
    at = call + 1
    while kind_at(conversation, at) in dialect.ANSWERS:
        at += 1
    while kind_at(conversation, at) in OUTPUTS:
        at += 1
    return at


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    call, ident = shared.number_of(fault), fault.ids[0]
    answer = dialect.ANSWERS[kind_at(conversation, call)]
    name = dialect.OUTPUT_FIELDS.get(answer)
    if name is None:
        return f"what a {answer} holds when nothing came is not documented"
    value = {"type": answer, dialect.CALL_ID: ident, name: shared.INTERRUPTED}
    what = f"put in an output for `{ident}` that says it was interrupted"
    return shared.put_in(conversation, fault, _behind(conversation, call) - 1, value, what)


def unreadable(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Reasoning that the provider cannot read goes, and the ids of what it led to, which ask for it."""
    number = shared.number_of(fault)
    taken = None if shared.is_answer(conversation, number) else units.dropped(conversation, [number])
    if taken is None:
        return shared.RESPONSE
    edits: list[Edit | None] = [*taken]
    led_to = list(_led_to(conversation, number))
    edits += [shared.field_out(conversation, at, ["id"]) for at in led_to if "id" in shared.unit(conversation, at)]
    what = "took out reasoning that the provider cannot read, and the ids that ask for it"
    lost = "the content of this reasoning is only with the provider"
    return shared.change(conversation, fault, what, edits, lost, [number, *led_to])


def _led_to(conversation: Conversation, number: int) -> Iterator[int]:
    """The items of the turn behind a reasoning item, up to the next one."""
    at = number + 1
    while at < len(conversation.units) and made(conversation.units[at]):
        if kind_at(conversation, at) == dialect.REASONING:
            return
        yield at
        at += 1


def malformed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.spread_text(conversation, fault, "content", "output", "arguments")


REPAIRS: Repairs = {
    "orphan-result": orphan,
    "duplicate-result": second_output,
    "mismatched-id": mismatched,
    "duplicate-call": twice,
    "duplicate-signed": twice,
    "lost-reasoning": without_id,
    "wrong-item-id": empty_id,
    "dangling-reasoning": dangling,
    "item-before-reasoning": reasoning_first,
    "interleaved": calls_together,
    "moved": output_behind,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "without-encrypted": unreadable,
    "garbled-signature": unreadable,
    "malformed-message": malformed,
}
