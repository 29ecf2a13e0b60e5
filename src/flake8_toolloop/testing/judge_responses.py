"""The judge of OpenAI Responses: what is wrong with the input items of a request.

Whether a call had a reasoning item is seldom certain: not every response has one, and the provider takes such steps.
An error that was recorded tells it. Where the ids are none of a provider's, the items were written anew, and the other
turns tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.dialects import responses as dialect
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.testing.reading import Value, digits_as_keys, elements, members, objects, opaque, word

ASSISTANT = dialect.WIRE.assistant
OUTPUTS = tuple(dialect.ANSWERS.values())
TURN = (dialect.REASONING, *dialect.FOLLOWERS)


def judge(body: Value, *, recorded: Sequence[str] = ()) -> list[Fault]:
    """All faults of a request's body, in its order. ``recorded`` are texts of errors recorded beside it."""
    items = elements(body.get(dialect.WIRE.holder))
    held = bool(body.get("previous_response_id") or body.get("conversation"))
    found = [*_shapes(items), *_pairing(items, held=held), *_twice(items), *_encrypted(body, items, recorded)]
    if not held and not any(_kind(item) == "item_reference" for _, item in objects(items)):
        found += _reasoning(items, recorded)
    return sorted(found, key=lambda fault: _index(fault.pointer))


def _index(pointer: Pointer) -> int:
    return pointer[1] if len(pointer) > 1 and isinstance(pointer[1], int) else 0


def _at(*steps: str | int) -> Pointer:
    return (dialect.WIRE.holder, *steps)


def _kind(item: object) -> str:
    """The item's type; a message may come without."""
    fields = members(item)
    return word(fields.get("type")) or (dialect.MESSAGE if "role" in fields else "")


def made(item: object) -> bool:
    """Whether the model made the item, or a tool that the provider ran."""
    kind = _kind(item)
    if kind == dialect.SEARCHED:
        return members(item).get("execution") != "client"
    return kind in TURN and (kind != dialect.MESSAGE or members(item).get("role") == ASSISTANT)


def _shapes(items: list[Any]) -> Iterator[Fault]:
    for index, item in enumerate(items):
        if not isinstance(item, dict) or not _kind(item) or digits_as_keys(item):
            yield Fault("malformed-message", _at(index), "this is no item: it has no type or role, or digits for keys")
        elif item.get("id") == "" and made(item):
            prefix = dialect.PREFIXES.get(_kind(item), "")
            said = dialect.WRONG_ID.text(index=str(index), item="", prefix=prefix)
            yield Fault("wrong-item-id", _at(index, "id"), "the item's id is empty", dialect.WRONG_ID, said=said)


def _pairing(items: list[Any], *, held: bool) -> Iterator[Fault]:
    """Each call has one output behind it, and each output a call before it."""
    calls: dict[str, int] = {}
    outputs: dict[str, int] = {}
    strays: list[int] = []
    last = max((index for index, item in objects(items) if _kind(item) == dialect.SUMMARY_OF_THE_PAST), default=-1)
    for index, item in objects(items):
        ident = word(item.get(dialect.CALL_ID))
        if not ident and _kind(item) in (*dialect.OPTIONAL_ANSWERS, dialect.SEARCHED):
            continue  # the provider's own, tied by nothing
        if _kind(item) in dialect.ANSWERS:
            if ident in calls:
                yield _twice_called(ident, calls[ident], index)
            calls.setdefault(ident, index)
        elif _kind(item) in OUTPUTS:
            if ident in outputs:
                what = f"the call `{ident}` has an output already"
                yield Fault("duplicate-result", _at(index), what, None, (ident,), (_at(outputs[ident]),))
            elif ident in calls or held:
                outputs[ident] = index
            else:
                strays.append(index)
    outputs.update(dict.fromkeys((ident for ident, at in calls.items() if at < last), -1))
    yield from _unpaired(items, calls, outputs, strays)


def _twice_called(ident: str, first: int, index: int) -> Fault:
    what, said = f"two calls have the call_id `{ident}`", dialect.DUPLICATE_CALL_ID.text(call=ident)
    return Fault("duplicate-call", _at(index), what, dialect.DUPLICATE_CALL_ID, (ident,), (_at(first),), said)


def _unpaired(items: list[Any], calls: dict[str, int], outputs: dict[str, int], strays: list[int]) -> Iterator[Fault]:
    """Outputs that answer nothing before them, and calls that nothing answers."""
    open_calls = {ident: at for ident, at in calls.items() if ident not in outputs and _must_answer(items[at])}
    by_item = {word(items[at].get("id")): ident for ident, at in calls.items() if word(items[at].get("id"))}
    for index in strays:
        ident = word(items[index].get(dialect.CALL_ID))
        kind: FaultKind = "orphan-result"
        related: tuple[Pointer, ...] = ()
        what, ids, place = f"no call `{ident}` stands before its output", [ident], _at(index)
        call = by_item.get(ident)
        if call is not None and call in open_calls and calls[call] < index:
            what = f"the output names the item `{ident}` where it has to name the call `{call}`"
            kind, ids, place = "mismatched-id", [call, ident], _at(index, dialect.CALL_ID)
            related = (_at(open_calls.pop(call)),)
        elif ident in open_calls:
            what = f"the output stands before its call `{ident}`"
            kind, related = "moved", (_at(open_calls.pop(ident)),)
        said = dialect.NO_CALL.text(call=ident)
        yield Fault(kind, place, what, dialect.NO_CALL, tuple(ids), related, said)
    tail = _tail(items)
    for ident, at in open_calls.items():
        kind = "open-at-tail" if at >= tail else "unanswered-call"
        what = f"the call `{ident}` has no output" + (": the conversation ends here" if at >= tail else "")
        yield Fault(kind, _at(at), what, dialect.NO_OUTPUT, (ident,), said=dialect.NO_OUTPUT.text(call=ident))


def _must_answer(call: Value) -> bool:
    return _kind(call) not in dialect.OPTIONAL_ANSWERS


def _tail(items: list[Any]) -> int:
    """Where the calls begin that nothing follows."""
    at = len(items)
    while at and _kind(items[at - 1]) in dialect.ANSWERS:
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
            same_call = _kind(item) in dialect.ANSWERS and members(items[seen[ident]]).get("call_id") == item.get(
                "call_id"
            )
            if not same_call:  # told as a call that is there twice
                kind: FaultKind = "duplicate-signed" if _kind(item) == dialect.REASONING else "duplicate-call"
                said = dialect.DUPLICATE_ITEM.text(item=ident)
                what = f"the item `{ident}` is there twice"
                yield Fault(kind, _at(index), what, dialect.DUPLICATE_ITEM, (ident,), (_at(seen[ident]),), said)
        seen.setdefault(ident, index)


def _encrypted(body: Value, items: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """Reasoning that only the provider's store has, where nothing is stored; and what is no encrypted content."""
    told = {match for text in recorded for match in _NOT_PERSISTED.findall(text)}
    for index, item in objects(items):
        if _kind(item) != dialect.REASONING:
            continue
        ident, content = word(item.get("id")), item.get(dialect.ENCRYPTED)
        if not content and (body.get("store") is False or ident in told):
            said = dialect.NOT_PERSISTED.text(item=ident)
            what = f"the reasoning `{ident}` has no encrypted content, and nothing is stored"
            yield Fault("without-encrypted", _at(index), what, dialect.NOT_PERSISTED, (ident,), said=said)
        elif content and not (isinstance(content, str) and opaque(content)):
            said = dialect.NOT_DECRYPTED.text(content=str(content)[:12])
            what = f"the encrypted content of the reasoning `{ident}` cannot be decoded"
            place = _at(index, dialect.ENCRYPTED)
            yield Fault("garbled-signature", place, what, dialect.NOT_DECRYPTED, (ident,), said=said)


_NOT_PERSISTED = re.compile(r"Item with id \W{0,3}(\w+)\W{0,3} not found\. Items are not persisted")
_NO_REASONING = re.compile(r"Item \W{0,3}(\w+)\W{0,3}(?: of type [^.]{0,60}?| \(of type [^.]{0,60}?)"
                           r"was provided without its required \W{0,3}reasoning\W{0,3} item")  # fmt: skip
_GIVEN = re.compile(r"[a-z]{1,5}_[0-9A-Za-z_-]{16,}")
"""Ids as providers give them. With these, steps without reasoning go through, as recorded requests show: nothing is
concluded from the other turns. (All items of one conversation begin alike, so that they do not tell the response.)"""


@dataclass
class _Run:
    """What the model made without a word from anyone else between."""

    indexes: list[int]
    cycle: int
    """How many messages of the user's stand before it."""


def _runs(items: list[Any]) -> list[_Run]:
    runs: list[_Run] = []
    cycle, open_run = 0, False
    for index, item in enumerate(items):
        if made(item):
            if not open_run:
                runs.append(_Run([], cycle))
            runs[-1].indexes.append(index)
        elif _kind(item) == dialect.MESSAGE:
            cycle += 1
        open_run = made(item)
    return runs


def _reasoning(items: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """Reasoning without what it led to, and what it led to without reasoning."""
    runs = _runs(items)
    swapped: set[int] = set()
    for run in runs:
        dangling = _dangling(items, run)
        for index in dangling:
            ident = word(items[index].get("id"))
            said = dialect.NO_FOLLOWER.text(item=ident)
            what = f"nothing of the turn follows the reasoning `{ident}`"
            yield Fault("dangling-reasoning", _at(index), what, dialect.NO_FOLLOWER, (ident,), said=said)
        before = run.indexes[: len(run.indexes) - len(dangling)]
        if dangling and before and all(_kind(items[index]) != dialect.REASONING for index in before):
            swapped |= set(before)
            yield _before_its_reasoning(items, before[0], dangling[0])
    told = {match for text in recorded for match in _NO_REASONING.findall(text)}
    for place, run in enumerate(runs):
        yield from _without_reasoning(items, runs, place, told, skip=bool(swapped & set(run.indexes)))


def _dangling(items: list[Any], run: _Run) -> list[int]:
    """The reasoning items at the end of a run."""
    found: list[int] = []
    for index in reversed(run.indexes):
        if _kind(items[index]) != dialect.REASONING:
            break
        found.insert(0, index)
    return found


def _before_its_reasoning(items: list[Any], index: int, reasoning: int) -> Fault:
    ident, kind = word(items[index].get("id")), _kind(items[index])
    other = word(items[reasoning].get("id"))
    what = f"the {kind} `{ident}` stands before its reasoning `{other}`"
    said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning=other)
    return Fault(
        "item-before-reasoning", _at(index), what, dialect.NO_REASONING, (ident, other), (_at(reasoning),), said
    )


def _without_reasoning(
    items: list[Any], runs: list[_Run], place: int, told: set[str], *, skip: bool
) -> Iterator[Fault]:
    """The items of a run that have lost their reasoning: only those with an id are checked by the provider."""
    run = runs[place]
    if skip or any(_kind(items[index]) == dialect.REASONING for index in run.indexes):
        return
    bound = [index for index in run.indexes if word(items[index].get("id"))]
    owner = _interleaved_with(items, runs, place)
    for index in bound:
        ident, kind = word(items[index].get("id")), _kind(items[index])
        calls = kind in dialect.ANSWERS
        if ident not in told and (_GIVEN.fullmatch(ident) or not calls):
            continue
        if owner is not None and calls and (ident in told or not _together_elsewhere(items, runs)):
            other = word(items[owner].get("id"))
            what = (
                f"the {kind} `{ident}` stands behind an output, apart from the reasoning `{other}` that it belongs to"
            )
            said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning=other)
            yield Fault("interleaved", _at(index), what, dialect.NO_REASONING, (ident, other), (_at(owner),), said)
        elif ident in told or _others_have(items, runs, place):
            said = dialect.NO_REASONING.text(item=ident, kind=kind, reasoning="rs_")
            what = f"the {kind} `{ident}` has lost its reasoning"
            yield Fault("lost-reasoning", _at(index), what, dialect.NO_REASONING, (ident,), said=said)


def _interleaved_with(items: list[Any], runs: list[_Run], place: int) -> int | None:
    """The reasoning of an earlier run of the same cycle that the calls of this run belong to, with outputs between."""
    run = runs[place]
    first = run.indexes[0]
    if not all(_kind(items[index]) in dialect.ANSWERS for index in run.indexes):
        return None
    for other in reversed(runs[:place]):
        if other.cycle != run.cycle or not all(
            _kind(items[index]) in OUTPUTS for index in range(other.indexes[-1] + 1, first)
        ):
            return None
        reasoning = [index for index in other.indexes if _kind(items[index]) == dialect.REASONING]
        called = _kind(items[other.indexes[-1]]) in dialect.ANSWERS
        if reasoning and called:
            return reasoning[0]
        first = other.indexes[0]
    return None


def _together_elsewhere(items: list[Any], runs: list[_Run]) -> bool:
    """Whether calls stand together somewhere, as they were made: then a call alone was made alone."""
    return any(sum(_kind(items[index]) in dialect.ANSWERS for index in run.indexes) > 1 for run in runs)


def _others_have(items: list[Any], runs: list[_Run], place: int) -> bool:
    """Whether all other turns with calls have reasoning."""
    others = [
        any(_kind(items[index]) == dialect.REASONING for index in other.indexes)
        for number, other in enumerate(runs)
        if number != place and any(_kind(items[index]) in dialect.ANSWERS for index in other.indexes)
    ]
    return bool(others) and all(others)
