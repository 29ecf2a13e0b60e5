"""Repairs of Chat Completions messages."""

from __future__ import annotations

from flake8_toolloop.dialects import chat_wire as chat
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.transcripts.changes import Change, Policy, removed
from flake8_toolloop.transcripts.recording import Conversation
from flake8_toolloop.transcripts.repairs import Repairs, shared

SKIPPED, INTERRUPTED = "[skipped]", "[interrupted]"
"""Of a call beside which others were answered; of one with none."""


def orphan(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(
        conversation, fault, "took out a result without its call", "the call that it answered is not here"
    )


def second_result(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(conversation, fault, "took out the second result of a call")


def mismatched(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.right_id(conversation, fault)


def second_call(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Only where it is the same call: of two different ones both are meant."""
    number, at, first = fault.pointer[1], fault.pointer[3], fault.related[0][3]
    assert isinstance(number, int)
    assert isinstance(at, int)
    assert isinstance(first, int)
    calls = shared.unit(conversation, number)[chat.CALLS]
    if calls[at] != calls[first]:
        return "two different calls have one id: which results are whose cannot be told for certain"
    node = conversation.node((conversation.key, number, chat.CALLS))
    edits = None if node is None or shared.is_answer(conversation, number) else removed(node, [at])
    return shared.change(conversation, fault, "took out a second call with the same id", edits, "", [number])


def directly_behind(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """A result put where it belongs: behind its turn, and behind the results that stand there."""
    number, turn = shared.number_of(fault), shared.last_number(fault)
    to = _behind(conversation, turn)
    return shared.moved_up(conversation, fault, number, to, "put a result directly behind the turn that asked for it")


def _behind(conversation: Conversation, turn: int) -> int:
    """The number behind a turn and the results that stand there."""
    at = turn + 1
    while shared.unit(conversation, at).get("role") == chat.TOOL:
        at += 1
    return at


def unanswered(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    turn, ident = shared.number_of(fault), fault.ids[0]
    after = _behind(conversation, turn) - 1
    if _astray(conversation, after + 1):
        return shared.LATER
    others = [shared.unit(conversation, number).get("content") for number in range(turn + 1, after + 1)]
    said = SKIPPED if any(other != INTERRUPTED for other in others) else INTERRUPTED
    value = {"role": chat.TOOL, chat.CALL_ID: ident, "content": said}
    return shared.put_in(conversation, fault, after, value, f"put in a result for `{ident}` that says: {said}")


def _astray(conversation: Conversation, number: int) -> bool:
    """Whether a result of the turn stands further down: it comes back first."""
    while number < len(conversation.units) and shared.unit(conversation, number).get("role") != chat.WIRE.assistant:
        if shared.unit(conversation, number).get("role") == chat.TOOL:
            return True
        number += 1
    return False


def empty(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.drop(conversation, fault, "took out a message that says nothing")


def reasoning_missing(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    """Where the endpoint takes an empty field for what it is, it gets one; a text is never made up."""
    name, *endpoint = fault.ids
    needs = next((needs for needs in chat.NEEDS if needs.endpoint in endpoint), None)
    if needs is None:
        return f"`{name}` is not in the file, and what to put there depends on the endpoint, which is not named either"
    if not needs.empty:
        return (
            f"`{name}` is not in the file, and {needs.endpoint} takes no empty one: go on from the user's last message"
        )
    number = shared.number_of(fault)
    edit = shared.field_set(conversation, number, [name], "")
    what, lost = f"put in an empty `{name}`, which {needs.endpoint} takes", "the reasoning itself is not in the file"
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    return shared.change(conversation, fault, what, [edit], lost, [number])


def refused_field(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    number, name = shared.number_of(fault), fault.ids[0]
    if shared.is_answer(conversation, number):
        return shared.RESPONSE
    edit = shared.field_out(conversation, number, [name])
    return shared.change(conversation, fault, f"took out `{name}`, which the endpoint refuses", [edit], "", [number])


def malformed(conversation: Conversation, fault: Fault, _policy: Policy) -> Change | str:
    return shared.spread_text(conversation, fault, "content", chat.CALLS)


def signature_lost(_conversation: Conversation, _fault: Fault, _policy: Policy) -> Change | str:
    return "the signature is not in the file: go on from the user's last message"


REPAIRS: Repairs = {
    "orphan-result": orphan,
    "duplicate-result": second_result,
    "mismatched-id": mismatched,
    "duplicate-call": second_call,
    "text-before-result": directly_behind,
    "unanswered-call": unanswered,
    "open-at-tail": unanswered,
    "empty-content": empty,
    "reasoning-field-missing": reasoning_missing,
    "field-refused": refused_field,
    "malformed-message": malformed,
    "unsigned": signature_lost,
}
