"""The judge of OpenAI Responses: what is wrong with the input items of a request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.testing.items import OUTPUTS, kind_of, made, spot
from flake8_toolloop.testing.reading import Value, digits_as_keys, elements, members, objects, opaque, word
from flake8_toolloop.testing.reasoning import reasoning_faults


def judge(body: Value, *, recorded: Sequence[str] = ()) -> list[Fault]:
    """All faults of a request's body, in its order. ``recorded`` are texts of errors recorded beside it."""
    items = elements(body.get(dialect.WIRE.holder))
    held = bool(body.get("previous_response_id") or body.get("conversation"))
    found = [*_shapes(items), *_pairing(items, held=held), *_twice(items), *_encrypted(body, items, recorded)]
    if not held and not any(kind_of(item) == "item_reference" for _, item in objects(items)):
        found += reasoning_faults(items, recorded)
    last = _boundary(items)
    return sorted((fault for fault in found if _index(fault.pointer) >= last), key=lambda fault: _index(fault.pointer))


def _boundary(items: list[Any]) -> int:
    """Where the last item stands that sums up what is before it: that may go, and is not judged."""
    return max((n for n, item in objects(items) if kind_of(item) == dialect.SUMMARY_OF_THE_PAST), default=0)


def _index(pointer: Pointer) -> int:
    return pointer[1] if len(pointer) > 1 and isinstance(pointer[1], int) else 0


def _shapes(items: list[Any]) -> Iterator[Fault]:
    for index, item in enumerate(items):
        if not isinstance(item, dict) or not kind_of(item) or digits_as_keys(item):
            yield Fault("malformed-message", spot(index), "this is no item: it has no type or role, or digits for keys")
        elif item.get("id") == "" and made(item):
            prefix = dialect.PREFIXES.get(kind_of(item), "")
            said = dialect.WRONG_ID.text(index=str(index), item="", prefix=prefix)
            yield Fault("wrong-item-id", spot(index, "id"), "the item's id is empty", dialect.WRONG_ID, said=said)


def _pairing(items: list[Any], *, held: bool) -> Iterator[Fault]:
    """Each call has one output behind it, and each output a call before it."""
    calls: dict[str, int] = {}
    outputs: dict[str, int] = {}
    strays: list[int] = []
    for index, item in objects(items):
        held = held or _stands_for_a_call(item)
        ident = word(item.get(dialect.CALL_ID)) or _of_local_shell(item, items, calls)
        if not ident and kind_of(item) in (*dialect.OPTIONAL_ANSWERS, dialect.SEARCHED):
            continue  # the provider's own, tied by nothing
        if kind_of(item) in dialect.ANSWERS:
            if ident in calls:
                yield _twice_called(ident, calls[ident], index)
            calls.setdefault(ident, index)
        elif kind_of(item) in OUTPUTS:
            if ident in outputs:
                what = f"the call `{ident}` has an output already"
                yield Fault("duplicate-result", spot(index), what, None, (ident,), (spot(outputs[ident]),))
            elif ident in calls or held:
                outputs[ident] = index
            else:
                strays.append(index)
    yield from _unpaired(items, calls, outputs, strays)


def _stands_for_a_call(item: Value) -> bool:
    """Whether it names an item of the provider's store that may be a call: its call_id is not here then."""
    return kind_of(item) == "item_reference" and not word(item.get("id")).startswith(_NO_CALLS)


def _of_local_shell(item: Value, items: list[Any], calls: dict[str, int]) -> str:
    """The call that a local shell's output answers, which may name it by its `id`: the call's own, or its item's."""
    ident = word(item.get("id")) if kind_of(item) == "local_shell_call_output" else ""
    return next((call for call, at in calls.items() if ident and items[at].get("id") == ident), ident)


def _twice_called(ident: str, first: int, index: int) -> Fault:
    what, said = f"two calls have the call_id `{ident}`", dialect.DUPLICATE_CALL_ID.text(call=ident)
    return Fault("duplicate-call", spot(index), what, dialect.DUPLICATE_CALL_ID, (ident,), (spot(first),), said)


def _unpaired(items: list[Any], calls: dict[str, int], outputs: dict[str, int], strays: list[int]) -> Iterator[Fault]:
    """Outputs that answer nothing before them, and calls that nothing answers."""
    open_calls = {ident: at for ident, at in calls.items() if ident not in outputs and _must_answer(items[at])}
    by_item = {word(items[at].get("id")): ident for ident, at in calls.items() if word(items[at].get("id"))}
    for index in strays:
        ident = word(items[index].get(dialect.CALL_ID))
        kind: FaultKind = "orphan-result"
        related: tuple[Pointer, ...] = ()
        what, ids, place = f"no call `{ident}` stands before its output", [ident], spot(index)
        call = by_item.get(ident)
        if call is not None and call in open_calls and calls[call] < index:
            what = f"the output names the item `{ident}` where it has to name the call `{call}`"
            kind, ids, place = "mismatched-id", [call, ident], spot(index, dialect.CALL_ID)
            related = (spot(open_calls.pop(call)),)
        elif ident in open_calls:
            what = f"the output stands before its call `{ident}`"
            kind, related = "moved", (spot(open_calls.pop(ident)),)
        said = dialect.NO_CALL.text(call=ident)
        yield Fault(kind, place, what, dialect.NO_CALL, tuple(ids), related, said)
    tail = _tail(items)
    for ident, at in open_calls.items():
        kind = "open-at-tail" if at >= tail else "unanswered-call"
        what = f"the call `{ident}` has no output" + (": the conversation ends here" if at >= tail else "")
        yield Fault(kind, spot(at), what, dialect.NO_OUTPUT, (ident,), said=dialect.NO_OUTPUT.text(call=ident))


def _must_answer(call: Value) -> bool:
    return kind_of(call) not in dialect.OPTIONAL_ANSWERS


def _tail(items: list[Any]) -> int:
    """Where the calls begin that nothing follows."""
    at = len(items)
    while at and kind_of(items[at - 1]) in dialect.ANSWERS:
        at -= 1
    return at


def _twice(items: list[Any]) -> Iterator[Fault]:
    """An item that is there twice: by its id."""
    seen: dict[str, int] = {}
    for index, item in objects(items):
        ident = word(item.get("id"))
        if not ident or not made(item):
            continue
        if ident in seen:
            same_call = kind_of(item) in dialect.ANSWERS and members(items[seen[ident]]).get("call_id") == item.get(
                "call_id"
            )
            if not same_call:  # told as a call that is there twice
                kind: FaultKind = "duplicate-signed" if kind_of(item) == dialect.REASONING else "duplicate-call"
                said = dialect.DUPLICATE_ITEM.text(item=ident)
                what = f"the item `{ident}` is there twice"
                yield Fault(kind, spot(index), what, dialect.DUPLICATE_ITEM, (ident,), (spot(seen[ident]),), said)
        seen.setdefault(ident, index)


def _encrypted(body: Value, items: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """Reasoning that only the provider's store has, where nothing is stored; and what is no encrypted content."""
    told = {match for text in recorded for match in _NOT_PERSISTED.findall(text)}
    for index, item in objects(items):
        if kind_of(item) != dialect.REASONING:
            continue
        ident, content = word(item.get("id")), item.get(dialect.ENCRYPTED)
        if not content and (body.get("store") is False or ident in told):
            said = dialect.NOT_PERSISTED.text(item=ident)
            what = f"the reasoning `{ident}` has no encrypted content, and nothing is stored"
            yield Fault("without-encrypted", spot(index), what, dialect.NOT_PERSISTED, (ident,), said=said)
        elif content and not (isinstance(content, str) and opaque(content)):
            said = dialect.NOT_DECRYPTED.text(content=str(content)[:12])
            what = f"the encrypted content of the reasoning `{ident}` cannot be decoded"
            place = spot(index, dialect.ENCRYPTED)
            yield Fault("garbled-signature", place, what, dialect.NOT_DECRYPTED, (ident,), said=said)


_NO_CALLS = ("rs_", "msg_")
_NOT_PERSISTED = re.compile(r"Item with id \W{0,3}(\w+)\W{0,3} not found\. Items are not persisted")
