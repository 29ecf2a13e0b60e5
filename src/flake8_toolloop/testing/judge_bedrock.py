"""The judge of Bedrock Converse: what is wrong with the messages of a request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flake8_toolloop.dialects import bedrock as dialect
from flake8_toolloop.dialects.errors import plain
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.testing.reading import Value, digits_as_keys, elements, encoded, members, models, objects, word

ASSISTANT = dialect.WIRE.assistant


def judge(body: Value, *, recorded: Sequence[str] = ()) -> list[Fault]:
    """All faults of a request's body, in its order. ``recorded`` are texts of errors recorded beside it."""
    messages = elements(body.get(dialect.WIRE.holder))
    found = [
        *_shapes(messages),
        *_in_a_row(body, messages),
        *_pairing(messages),
        *_deliberation(body, messages, recorded),
        *_signed_twice(messages),
    ]
    return sorted(found, key=lambda fault: tuple(step for step in fault.pointer if isinstance(step, int)))


def _at(*steps: str | int) -> Pointer:
    return (dialect.WIRE.holder, *steps)


def _block(index: int, at: int) -> Pointer:
    return _at(index, dialect.WIRE.content, at)


def _role(message: object) -> str:
    return word(members(message).get("role"))


def _content(message: object) -> list[Any]:
    return elements(members(message).get(dialect.WIRE.content))


def kind_of(block: object) -> str:
    """The one key of the block that says what it is."""
    return next((kind.name for kind in dialect.WIRE.kinds if kind.name in members(block)), "")


def _ids(message: object, kind: str) -> list[tuple[int, str]]:
    """Position and id of each call, or of each result, in a message."""
    return [
        (at, word(members(block.get(kind)).get(dialect.CALL_ID)))
        for at, block in objects(members(message).get(dialect.WIRE.content))
        if kind_of(block) == kind and members(block.get(kind)).get("type") != dialect.SERVER_TOOL
    ]


def _shapes(messages: list[Any]) -> Iterator[Fault]:
    for index, message in enumerate(messages):
        if not isinstance(message, dict) or not _role(message) or digits_as_keys(message):
            yield Fault("malformed-message", _at(index), "this is no message: it has no role, or digits for keys")
        elif not isinstance(message.get(dialect.WIRE.content), list):
            yield Fault("malformed-message", _at(index), "the message's content is no list of blocks")
        elif not message[dialect.WIRE.content]:
            said = dialect.EMPTY_MESSAGE.text(message=str(index))
            yield Fault("empty-content", _at(index), "the message has no content", dialect.EMPTY_MESSAGE, said=said)
        for at, block in enumerate(_content(message)):
            if isinstance(block, dict) and isinstance(block.get("text"), str) and not block["text"]:
                said = dialect.BLANK_TEXT.text(message=str(index), index=str(at))
                what = "the text is empty"
                yield Fault("empty-text", _block(index, at), what, dialect.BLANK_TEXT, said=said)


def _in_a_row(body: Value, messages: list[Any]) -> Iterator[Fault]:
    """Two messages of one role, where the model is none of those that take them."""
    named = " ".join(models(body, messages)).lower()
    if any(part in named for part in dialect.NOT_ALTERNATING):
        return
    for index in range(1, len(messages)):
        role = _role(messages[index])
        if role and role == _role(messages[index - 1]) and not _split(messages, index):
            what = f"two messages of the {role} in a row"
            error = dialect.ROLES_ALTERNATE
            yield Fault("roles-in-a-row", _at(index), what, error, (), (_at(index - 1),), error.template)


def _split(messages: list[Any], index: int) -> bool:
    """Whether a message brings results that belong into the one before it: told as such."""
    return bool(_ids(messages[index], dialect.RESULT) and _ids(messages[index - 1], dialect.RESULT))


def _pairing(messages: list[Any]) -> Iterator[Fault]:
    """The message behind a turn has one result for each call, before anything else; none has any other."""
    claimed: set[int] = set()
    for index, message in enumerate(messages):
        if _role(message) == ASSISTANT:
            yield from _twice_called(message, index)
            if _ids(message, dialect.CALL):
                behind = _behind(messages, index)
                claimed.update(behind)
                yield from _answered(messages, index, behind)
        elif index not in claimed:  # what an assistant's message has of results is of the provider's own tools
            for at, ident in _ids(message, dialect.RESULT):
                yield _orphan(index, at, ident)


def _behind(messages: list[Any], index: int) -> list[int]:
    """The messages of the user's behind a turn that bring results."""
    found: list[int] = []
    for at in range(index + 1, len(messages)):
        if _role(messages[at]) == ASSISTANT or not _ids(messages[at], dialect.RESULT):
            break
        found.append(at)
    return found


def _twice_called(message: object, index: int) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for at, ident in _ids(message, dialect.CALL):
        if ident in seen:
            said = dialect.DUPLICATE_IDS.text(kind=dialect.CALL, message=str(index), ids=ident)
            what = f"two calls of one turn have the id `{ident}`"
            first = (_block(index, seen[ident]),)
            yield Fault("duplicate-call", _block(index, at), what, dialect.DUPLICATE_IDS, (ident,), first, said)
        seen.setdefault(ident, at)


def _orphan(index: int, at: int, ident: str) -> Fault:
    said = dialect.RESULTS_EXCEED.text(message=str(index))
    what = f"the turn before has no call `{ident}`"
    return Fault("orphan-result", _block(index, at), what, dialect.RESULTS_EXCEED, (ident,), said=said)


def _answered(messages: list[Any], index: int, behind: list[int]) -> Iterator[Fault]:
    calls = {ident: at for at, ident in reversed(_ids(messages[index], dialect.CALL))}
    waiting = [ident for _, ident in _ids(messages[index], dialect.CALL) if ident in calls]
    waiting = list(dict.fromkeys(waiting))
    answered: dict[str, Pointer] = {}
    strays: list[tuple[int, int, str]] = []
    for number in behind:
        for at, ident in _ids(messages[number], dialect.RESULT):
            if ident in answered:
                yield _twice_answered(number, at, ident, answered[ident])
            elif ident in waiting:
                waiting.remove(ident)
                answered[ident] = _block(number, at)
            else:
                strays.append((number, at, ident))
        yield from _beside(messages, number)
    if len(waiting) == len(strays) == 1:
        yield _mismatched(*strays.pop(), waiting[0], _block(index, calls[waiting.pop()]))
    for number, at, ident in strays:
        yield _orphan(number, at, ident)
    if len(behind) > 1:
        yield _spread(behind, list(answered))
    at_tail = not behind and index == len(messages) - 1
    kind: FaultKind = "open-at-tail" if at_tail else "unanswered-call"
    said = dialect.RESULTS_EXPECTED.text(message=str(index + 1), ids=", ".join(waiting))
    for ident in waiting:
        what = f"the call `{ident}` has no result" + (": the conversation ends here" if at_tail else "")
        yield Fault(kind, _block(index, calls[ident]), what, dialect.RESULTS_EXPECTED, (ident,), said=said)


def _twice_answered(index: int, at: int, ident: str, first: Pointer) -> Fault:
    said = dialect.DUPLICATE_IDS.text(kind=dialect.RESULT, message=str(index), ids=ident)
    what = f"the call `{ident}` has a result already"
    return Fault("duplicate-result", _block(index, at), what, dialect.DUPLICATE_IDS, (ident,), (first,), said)


def _mismatched(index: int, at: int, ident: str, call: str, place: Pointer) -> Fault:
    what = f"the result is for `{ident}`, and the one call that waits is `{call}`"
    said = dialect.RESULTS_EXPECTED.text(message=str(index), ids=call)
    pointer = (*_block(index, at), dialect.RESULT, dialect.CALL_ID)
    return Fault("mismatched-id", pointer, what, dialect.RESULTS_EXPECTED, (call, ident), (place,), said)


def _spread(behind: list[int], ids: list[str]) -> Fault:
    what = f"the results of one turn are spread over {len(behind)} messages"
    said = dialect.RESULTS_EXPECTED.text(message=str(behind[0]), ids=", ".join(ids))
    related = tuple(map(_at, behind[1:]))
    return Fault("split-results", _at(behind[0]), what, dialect.RESULTS_EXPECTED, tuple(ids), related, said)


def _beside(messages: list[Any], index: int) -> Iterator[Fault]:
    """What stands before the results in their message."""
    results = [at for at, _ in _ids(messages[index], dialect.RESULT)]
    for at, block in enumerate(_content(messages[index])[: results[-1]]):
        if kind_of(block) not in (dialect.RESULT, *dialect.BESIDE_RESULTS):
            said = dialect.TEXT_BESIDE_RESULTS.text(message=str(index))
            what = f"a {kind_of(block) or 'block'} stands before the results"
            yield Fault("text-before-result", _block(index, at), what, dialect.TEXT_BESIDE_RESULTS, said=said)


def _deliberation(body: Value, messages: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """Reasoning that is not first, not signed, empty or garbled."""
    told = any(dialect.SIGNATURE_INVALID.pattern.search(plain(text)) for text in recorded)
    signs = told or _signs(body, messages)
    for index, message in enumerate(messages):
        reasoning = [at for at, block in enumerate(_content(message)) if kind_of(block) == dialect.REASONING]
        if reasoning and reasoning[0] != 0 and _role(message) == ASSISTANT:
            said = dialect.REASONING_FIRST.text(message=str(index), found=kind_of(_content(message)[0]))
            what = "the reasoning does not stand first in its turn"
            yield Fault("moved", _block(index, reasoning[0]), what, dialect.REASONING_FIRST, said=said)
        for at in reasoning:
            yield from _block_of_reasoning(members(_content(message)[at][dialect.REASONING]), index, at, signs=signs)


def _signs(body: Value, messages: list[Any]) -> bool:
    """Whether the model signs its reasoning: by its name, else because some of it is signed."""
    named = " ".join(models(body, messages)).lower()
    if named:
        return any(part in named for part in dialect.SIGNING)
    return any(_signature(block) for message in messages for block in _content(message))


def _signature(block: object) -> str:
    reasoning = members(members(block).get(dialect.REASONING))
    return word(members(reasoning.get(dialect.REASONING_TEXT)).get(dialect.SIGNATURE))


def _block_of_reasoning(reasoning: Value, index: int, at: int, *, signs: bool) -> Iterator[Fault]:
    said = dialect.SIGNATURE_INVALID.text(message=str(index), index=str(at))
    error, place = dialect.SIGNATURE_INVALID, (*_block(index, at), dialect.REASONING)
    if dialect.REASONING_TEXT in reasoning:
        signature = members(reasoning[dialect.REASONING_TEXT]).get(dialect.SIGNATURE)
        if not signature and signs:
            yield Fault("unsigned", _block(index, at), "the reasoning has no signature", error, said=said)
        elif signature and not (isinstance(signature, str) and encoded(signature)):
            what = "the signature of the reasoning cannot be decoded"
            where = (*place, dialect.REASONING_TEXT, dialect.SIGNATURE)
            yield Fault("garbled-signature", where, what, error, said=said)
        return
    data = reasoning.get(dialect.REDACTED)
    if not data:
        what = "the redacted reasoning has lost its data"
        yield Fault("without-data", _block(index, at), what, error, said=said)
    elif not (isinstance(data, str) and encoded(data)):
        what = "the data of the redacted reasoning cannot be decoded"
        yield Fault("garbled-signature", (*place, dialect.REDACTED), what, error, said=said)


def _signed_twice(messages: list[Any]) -> Iterator[Fault]:
    """The same signed reasoning in two turns: one turn was cut into a message for each call."""
    seen: dict[str, Pointer] = {}
    for index, message in enumerate(messages):
        for at, block in enumerate(_content(message)):
            signature = _signature(block) or word(members(members(block).get(dialect.REASONING)).get(dialect.REDACTED))
            if signature and signature in seen:
                what = "the same signed reasoning stands in an earlier turn"
                yield Fault("duplicate-signed", _block(index, at), what, None, (), (seen[signature],))
            elif signature:
                seen[signature] = _block(index, at)
