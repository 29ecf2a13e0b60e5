"""The judge of Gemini: what is wrong with the contents of a request.

Thought signatures are checked by the models of version 3, for the current turn only: everything since the last
content of the user's own. Older models take what comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.dialects import gemini as dialect
from flake8_toolloop.dialects.errors import plain
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.testing.reading import (
    Value,
    bare,
    digits_as_keys,
    elements,
    encoded,
    members,
    models,
    objects,
    word,
)

MODEL = dialect.WIRE.assistant


def judge(body: Value, *, recorded: Sequence[str] = ()) -> list[Fault]:
    """All faults of a request's body, in its order. ``recorded`` are texts of errors recorded beside it."""
    contents = elements(body.get(dialect.WIRE.holder))
    found = [*_shapes(contents), *_pairing(contents), *_signatures(body, contents, recorded)]
    return sorted(found, key=lambda fault: _order(fault.pointer))


def _order(pointer: Pointer) -> tuple[int, ...]:
    return tuple(step for step in pointer if isinstance(step, int))


def _at(*steps: str | int) -> Pointer:
    return (dialect.WIRE.holder, *steps)


def _get(part: object, name: str) -> tuple[str, Any] | None:
    """A field of a part in either spelling: the key that is there, and its value."""
    for key in dialect.SPELLINGS.get(name, (name,)):
        value = members(part).get(key)
        if value is not None:
            return key, value
    return None


def role_of(content: object) -> str:
    """The content's role; one without is the user's."""
    return word(members(content).get("role")) or "user"


def _parts(content: object) -> list[Any]:
    return elements(members(content).get(dialect.WIRE.content))


@dataclass(frozen=True)
class _Call:
    """A call or a response: where it is, and what it says of itself."""

    content: int
    part: int
    name: str
    ident: str

    @property
    def place(self) -> Pointer:
        return _at(self.content, dialect.WIRE.content, self.part)

    @property
    def label(self) -> str:
        return self.ident or self.name


def found_in(contents: list[Any], index: int, name: str) -> list[_Call]:
    """The calls, or the responses, of a content."""
    found = []
    for at, part in enumerate(_parts(contents[index])):
        field = _get(part, name)
        if field is not None:
            value = members(field[1])
            found.append(_Call(index, at, word(value.get("name")), word(value.get("id"))))
    return found


def _calls(contents: list[Any], index: int) -> list[_Call]:
    return found_in(contents, index, dialect.CALL) if role_of(contents[index]) == MODEL else []


def _responses(contents: list[Any], index: int) -> list[_Call]:
    return found_in(contents, index, dialect.RESPONSE) if role_of(contents[index]) != MODEL else []


def _shapes(contents: list[Any]) -> Iterator[Fault]:
    for index, content in enumerate(contents):
        if not isinstance(content, dict) or digits_as_keys(content) or not isinstance(content.get("parts"), list):
            yield Fault("malformed-message", _at(index), "this is no content: it has no list of parts")
        elif not content["parts"]:
            said = dialect.EMPTY_CONTENT.text(index=str(index))
            yield Fault("empty-content", _at(index), "the content has no parts", dialect.EMPTY_CONTENT, said=said)


def _pairing(contents: list[Any]) -> Iterator[Fault]:
    """As many responses as calls, in the one content behind them; none anywhere else."""
    claimed: set[int] = set()
    for index in range(len(contents)):
        calls = _turn_calls(contents, index)
        if calls:
            behind = _behind(contents, index)
            claimed.update(behind)
            yield from _answered(contents, calls, behind)
        elif index not in claimed:
            for response in _responses(contents, index):
                yield _orphan(response)


def _turn_calls(contents: list[Any], index: int) -> list[_Call]:
    """The calls of the model's contents that end here: several in a row are one turn."""
    if not _calls(contents, index) or goes_on(contents, index + 1):
        return []
    return [call for at in range(step_of(contents, index), index + 1) for call in _calls(contents, at)]


def step_of(contents: list[Any], index: int) -> int:
    """Where the step of a content with calls begins: contents of the model's in a row are one."""
    while goes_on(contents, index):
        index -= 1
    return index


def goes_on(contents: list[Any], index: int) -> bool:
    """Whether a content has calls, and the one before it too, with no response between them."""
    return 0 < index < len(contents) and bool(_calls(contents, index)) and bool(_calls(contents, index - 1))


def _behind(contents: list[Any], index: int) -> list[int]:
    """The contents with responses directly behind a turn: one, or more that hold nothing else."""
    found: list[int] = []
    for at in range(index + 1, len(contents)):
        if not _responses(contents, at) or (found and len(_responses(contents, at)) < len(_parts(contents[at]))):
            break
        found.append(at)
    return found


def _orphan(response: _Call) -> Fault:
    what = f"the response `{response.label}` answers no call of the turn before"
    error = dialect.RESPONSE_MISPLACED
    return Fault("orphan-result", response.place, what, error, (response.label,), said=error.template)


def _answered(contents: list[Any], calls: list[_Call], behind: list[int]) -> Iterator[Fault]:
    waiting, answered, strays = list(calls), list[_Call](), list[_Call]()
    error = dialect.COUNTS_DIFFER
    for response in [response for at in behind for response in _responses(contents, at)]:
        call = _answers(response, waiting)
        if call is not None:
            waiting.remove(call)
            answered.append(response)
        elif any(response.ident and response.ident == other.ident for other in answered):
            what = f"the call `{response.label}` has a response already"
            yield Fault("duplicate-result", response.place, what, error, (response.label,), said=error.template)
        else:
            strays.append(response)
    if len(waiting) == len(strays) == 1 and waiting[0].name == strays[0].name:
        yield _mismatched(strays.pop(), waiting.pop())
    yield from map(_orphan, strays)
    spread = list(dict.fromkeys(response.content for response in answered))
    if len(spread) > 1:
        what = f"the responses of one turn are spread over {len(spread)} contents"
        ids = tuple(response.label for response in answered)
        yield Fault("split-results", _at(spread[0]), what, error, ids, tuple(map(_at, spread[1:])), error.template)
    yield from _unanswered(waiting, at_tail=not behind and calls[-1].content == len(contents) - 1)


def _mismatched(response: _Call, call: _Call) -> Fault:
    what = f"the response is for `{response.label}`, and the one call of that name that waits is `{call.label}`"
    error = dialect.COUNTS_DIFFER
    ids = (call.ident, response.ident)
    place = (*response.place, dialect.RESPONSE, "id")
    return Fault("mismatched-id", place, what, error, ids, (call.place,), error.template)


def _unanswered(waiting: list[_Call], *, at_tail: bool) -> Iterator[Fault]:
    kind: FaultKind = "open-at-tail" if at_tail else "unanswered-call"
    error = dialect.COUNTS_DIFFER
    for call in waiting:
        what = f"the call `{call.label}` has no response" + (": the conversation ends here" if at_tail else "")
        yield Fault(kind, call.place, what, error, (call.label,), said=error.template)


def _answers(response: _Call, waiting: list[_Call]) -> _Call | None:
    """The call that a response answers: by id where both have one, else by name, in order."""
    for call in waiting:
        if response.ident and response.ident == call.ident:
            return call
    for call in waiting:
        if response.name == call.name and not (response.ident and call.ident):
            return call
    return None


def _signatures(body: Value, contents: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """The first call of each step of the current turn has its signature; signatures can be decoded."""
    yield from _garbled(contents)
    started = _current_turn(contents)
    steps = [index for index in range(len(contents)) if _starts_step(contents, index)]
    told = any(dialect.SIGNATURE_MISSING.pattern.search(plain(text)) for text in recorded)
    if not told and not _checked(body, contents, steps):
        return
    for index in steps:
        call = _calls(contents, index)[0]
        if index < started or _signed_until(contents, index, call.part):
            continue
        said = dialect.SIGNATURE_MISSING.text(name=call.name, position=str(index + 1))
        later = [other for other in _calls(contents, index)[1:] if _signature(_parts(contents[index])[other.part])]
        if later:
            what = f"the signature of the first call `{call.label}` stands on a later call"
            place = _signature_at(contents, later[0])
            yield Fault("moved", place, what, dialect.SIGNATURE_MISSING, (call.label,), (call.place,), said)
        else:
            what = f"the first call of the step, `{call.label}`, has no thought signature"
            yield Fault("unsigned", call.place, what, dialect.SIGNATURE_MISSING, (call.label,), said=said)


def _signature(part: object) -> str:
    field = _get(part, dialect.SIGNATURE)
    return word(field[1]) if field else ""


def _signature_at(contents: list[Any], call: _Call) -> Pointer:
    field = _get(_parts(contents[call.content])[call.part], dialect.SIGNATURE)
    return (*call.place, field[0] if field else dialect.SIGNATURE)


def _signed_until(contents: list[Any], index: int, part: int) -> bool:
    """Whether the call, or a part that stands before it, is signed: a thought beside it may carry the signature."""
    return any(_signature(other) for other in _parts(contents[index])[: part + 1])


def _current_turn(contents: list[Any]) -> int:
    """Where the user spoke last: a content with anything but responses."""
    spoke = -1
    for index, content in enumerate(contents):
        if role_of(content) != MODEL and len(_responses(contents, index)) < len(_parts(content)):
            spoke = index
    return spoke


def _starts_step(contents: list[Any], index: int) -> bool:
    """Whether the calls of a content are the first of their step: several of the model's contents in a row are one."""
    return bool(_calls(contents, index)) and not goes_on(contents, index)


def _checked(body: Value, contents: list[Any], steps: list[int]) -> bool:
    """Whether signatures are asked for: by the model's name, else because calls of this conversation have them."""
    named = [*models(body, contents), word(body.get("modelVersion"))]
    for name in (bare(name) for name in named if name):
        known = [(len(begin), True) for begin in dialect.CHECKING if name.startswith(begin)]
        known += [(len(begin), False) for begin in dialect.NOT_CHECKING if name.startswith(begin)]
        if known:
            return max(known)[1]
    signed = [_signature(_parts(contents[i])[call.part]) for i in steps for call in _calls(contents, i)]
    return any(signature and not re.match(dialect.OLD_SIGNATURE, signature) for signature in signed)


def _garbled(contents: list[Any]) -> Iterator[Fault]:
    for index, content in objects(contents):
        for at, part in objects(content.get(dialect.WIRE.content)):
            field = _get(part, dialect.SIGNATURE)
            if field is None or (isinstance(field[1], str) and _decodes(field[1])):
                continue
            what, error = "the thought signature cannot be decoded", dialect.SIGNATURE_BROKEN
            yield Fault("garbled-signature", _at(index, "parts", at, field[0]), what, error, said=error.template)


def _decodes(signature: str) -> bool:
    return signature in dialect.PLACEHOLDERS or encoded(signature)
