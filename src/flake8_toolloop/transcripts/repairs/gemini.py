"""Repairs of Gemini contents."""

from __future__ import annotations

from typing import Any

from flake8_toolloop.dialects import gemini as dialect
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.judge_gemini import found_in, goes_on, step_of
from flake8_toolloop.testing.reading import elements, members
from flake8_toolloop.transcripts.changes import Change, Policy, with_member
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import Repairs, shared

PARTS = dialect.WIRE.content
PLACEHOLDER = dialect.PLACEHOLDERS[0]


def orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    what, lost = "took out a response without its call", "the call that it answered is not here"
    return shared.block_out(conversation, fault, PARTS, what, lost)


def second_response(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.block_out(conversation, fault, PARTS, "took out the second response of a call")


def mismatched(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number, at = shared.number_of(fault), fault.pointer[3]
    part = _part(conversation, number, at)
    key = next((name for name in dialect.SPELLINGS[dialect.RESPONSE] if name in part), None)
    if key is None:
        return shared.NO_PLACE
    edit = shared.field_set(conversation, number, [PARTS, at, key, "id"], fault.ids[0])
    what = f"tied the response to the one call that waits for one, `{fault.ids[0]}`"
    return shared.change(conversation, fault, what, [edit], "", [number])


def _part(conversation: Conversation, number: int, at: object) -> dict[str, Any]:
    parts = elements(shared.unit(conversation, number).get(PARTS))
    part = parts[at] if isinstance(at, int) and at < len(parts) else None
    return part if isinstance(part, dict) else {}


def _snake(part: dict[str, Any]) -> bool:
    """Whether a part is written in the SDK's spelling."""
    return any(spelling[1] in part for spelling in dialect.SPELLINGS.values())


def _spelled(name: str, part: dict[str, Any]) -> str:
    return dialect.SPELLINGS[name][1 if _snake(part) else 0]


def unsigned(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """The documented last resort: a constant that the model takes in place of a signature."""
    number, at = shared.number_of(fault), fault.pointer[3]
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    key = _spelled(dialect.SIGNATURE, _part(conversation, number, at))
    edit = shared.field_set(conversation, number, [PARTS, at, key], PLACEHOLDER)
    what = f"put in the documented placeholder `{PLACEHOLDER}` for the lost signature"
    lost = "the signature is not in the file: the model goes on without the thoughts that it stood for"
    return shared.change(conversation, fault, what, [edit], lost, [number])


def signature_back(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A signature put on the first call of its step, where it was received."""
    number, at, key = shared.number_of(fault), fault.related[0][3], fault.pointer[-1]
    first = conversation.node((conversation.key, number, PARTS, at))
    signature = conversation.node(fault.pointer)
    if first is None or signature is None or not isinstance(key, str) or shared.is_answer(conversation, number):
        return shared.RESPONSE
    given = first.get(key)
    edits = [
        shared.field_out(conversation, number, fault.pointer[2:]),
        with_member(first, key, signature.raw) if given is None else None,
    ]
    what = "put the signature on the first call of its step"
    return shared.change(conversation, fault, what, edits, "", [number])


def garbled(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number, at, key = shared.number_of(fault), fault.pointer[3], fault.pointer[-1]
    lost = "a damaged signature cannot be restored"
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    if set(_part(conversation, number, at)) <= {key, dialect.THOUGHT}:
        return shared.block_out(conversation, fault, PARTS, "took out a part that is only a damaged signature", lost)
    edit = shared.field_out(conversation, number, fault.pointer[2:])
    return shared.change(conversation, fault, "took out a damaged signature", [edit], lost, [number])


def split_responses(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    rest = [pointer[1] for pointer in fault.related if isinstance(pointer[1], int)]
    what = "joined the responses of one turn"
    return shared.joined(conversation, fault, shared.number_of(fault), rest, PARTS, what)


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A response that says that the call was interrupted, behind the others of its turn."""
    number, at = shared.number_of(fault), fault.pointer[3]
    part = _part(conversation, number, at)
    call = members(part.get(_spelled(dialect.CALL, part)))
    value: dict[str, Any] = {"name": call.get("name"), "response": {"error": shared.INTERRUPTED}}
    if call.get("id"):
        value = {"id": call["id"], **value}
    part = {_spelled(dialect.RESPONSE, part): value}
    what = f"put in a response for `{fault.ids[0]}` that says it was interrupted"
    last = number
    while goes_on(conversation.units, last + 1):
        last += 1
    if last + 1 < len(conversation.units) and found_in(conversation.units, last + 1, dialect.RESPONSE):
        return shared.block_in(conversation, fault, last + 1, PARTS, _in_order(conversation, number, at), part, what)
    return shared.put_in(conversation, fault, last, {"role": "user", PARTS: [part]}, what)


def _in_order(conversation: Conversation, number: int, at: object) -> int:
    """Where a response goes among the others: as many stand before it as calls before its call."""
    first = step_of(conversation.units, number)
    calls = [call for n in range(first, number + 1) for call in found_in(conversation.units, n, dialect.CALL)]
    return next(index for index, call in enumerate(calls) if (call.content, call.part) == (number, at))


def empty(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(conversation, fault, "took out a content without parts")


def malformed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.spread_text(conversation, fault, PARTS)


REPAIRS: Repairs = {
    "orphan-result": orphan,
    "duplicate-result": second_response,
    "mismatched-id": mismatched,
    "unsigned": unsigned,
    "moved": signature_back,
    "garbled-signature": garbled,
    "split-results": split_responses,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "empty-content": empty,
    "malformed-message": malformed,
}
