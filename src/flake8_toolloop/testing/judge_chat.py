"""The judge of Chat Completions: what is wrong with the messages of a request.

Which endpoint is spoken to is seldom written down. What only some endpoints ask for is a fault where the model's name,
a recorded error or the other messages say that it is asked for here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects import chat_wire as chat
from flake8_toolloop.dialects.errors import plain
from flake8_toolloop.dialects.gemini import SIGNATURE_MISSING
from flake8_toolloop.testing.fault import Fault, Pointer
from flake8_toolloop.testing.reading import Value, bare, digits_as_keys, elements, members, models, objects, word

ASSISTANT = chat.WIRE.assistant


def judge(body: Value, *, recorded: Sequence[str] = ()) -> list[Fault]:
    """All faults of a request's body, in its order. ``recorded`` are texts of errors recorded beside it."""
    messages = elements(body.get(chat.WIRE.holder))
    found = [*_shapes(messages), *_pairing(messages), *_reasoning(body, messages, recorded), *_signatures(messages)]
    return sorted(found, key=lambda fault: _index(fault.pointer))


def _index(pointer: Pointer) -> int:
    return pointer[1] if len(pointer) > 1 and isinstance(pointer[1], int) else 0


def _at(*steps: str | int) -> Pointer:
    return (chat.WIRE.holder, *steps)


def _shapes(messages: list[Any]) -> Iterator[Fault]:
    """Messages that are none, and assistant messages that say nothing."""
    for index, message in enumerate(messages):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str) or digits_as_keys(message):
            yield Fault("malformed-message", _at(index), "this is no message: it has no role, or digits for keys")
        elif message["role"] == ASSISTANT and not elements(message.get(chat.CALLS)) and not _says(message):
            error = chat.EMPTY_ASSISTANT
            yield Fault(
                "empty-content", _at(index), "the assistant message has no content and no calls", error,
                said=error.template,
            )  # fmt: skip


def _says(message: Value) -> bool:
    """Whether an assistant message says something: empty text counts, as it does for OpenAI."""
    return any(message.get(name) not in (None, []) for name in chat.SPEAKING)


@dataclass
class _Turn:
    """An assistant message with calls, and the tool messages that belong to it."""

    index: int
    calls: list[tuple[int, str]]
    """Position and id of each call."""
    open: list[str] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)
    strays: list[tuple[int, str]] = field(default_factory=list)


def _pairing(messages: list[Any]) -> Iterator[Fault]:
    """Each call answered once by a tool message directly after its turn, and no tool message for anything else."""
    turn: _Turn | None = None
    direct = nameless = False
    for index, message in enumerate(messages):
        role = word(members(message).get("role"))
        if role == ASSISTANT:
            if turn is not None:
                yield from _closed(turn, last=False)
            turn = _turn(index, message)
            direct, nameless = True, turn is None and bool(elements(message.get(chat.CALLS)))
            if turn is not None:
                yield from _twice_called(turn)
        elif role == chat.TOOL and not nameless:
            yield from _result(members(message), index, turn, direct)
        else:
            direct = False
    if turn is not None:
        yield from _closed(turn, last=turn.index == len(messages) - 1)


def _turn(index: int, message: Value) -> _Turn | None:
    """None without calls, and where they have no ids (Ollama's have none: nothing is tied)."""
    calls = [(at, word(call.get("id"))) for at, call in objects(message.get(chat.CALLS))]
    if not any(ident for _, ident in calls):
        return None
    return _Turn(index, calls, open=list(dict.fromkeys(ident for _, ident in calls)))


def _twice_called(turn: _Turn) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for at, ident in turn.calls:
        if ident in seen:
            first, here = _at(turn.index, chat.CALLS, seen[ident]), _at(turn.index, chat.CALLS, at)
            error = chat.DUPLICATE_CALL
            yield Fault(
                "duplicate-call", here, f"two calls of one turn have the id `{ident}`", error, (ident,), (first,),
                said=error.text(call=ident),
            )  # fmt: skip
        seen.setdefault(ident, at)


def _result(message: Value, index: int, turn: _Turn | None, direct: bool) -> Iterator[Fault]:
    """What is wrong with one tool message. Strays wait for the end of the turn: one of them may be a wrong id."""
    if chat.CALL_ID not in message and (turn is None or not turn.open) and "tool_name" in message:
        return  # Ollama's
    ident = word(message.get(chat.CALL_ID))
    if turn is not None and ident in turn.answered:
        error = chat.DUPLICATE_RESULT
        said = error.text(call=ident, first=str(turn.answered[ident]), second=str(index))
        yield Fault(
            "duplicate-result", _at(index), f"the call `{ident}` has an answer already", error, (ident,),
            (_at(turn.answered[ident]),), said=said,
        )  # fmt: skip
    elif turn is not None and ident in turn.open:
        turn.open.remove(ident)
        turn.answered[ident] = index
        if not direct:
            yield Fault(
                "text-before-result", _at(index), f"another message stands between the call `{ident}` and its result",
                chat.ORPHAN, (ident,), (_at(turn.index),), said=chat.ORPHAN.template,
            )  # fmt: skip
    elif turn is not None and direct:
        turn.strays.append((index, ident))
    else:
        yield _orphan(index, ident)


def _orphan(index: int, ident: str) -> Fault:
    what = f"the turn before has no call `{ident}`" if ident else "the result names no call"
    ids = (ident,) if ident else ()
    return Fault("orphan-result", _at(index), what, chat.ORPHAN, ids, said=chat.ORPHAN.template)


def _closed(turn: _Turn, *, last: bool) -> Iterator[Fault]:
    """What is left over when the next turn begins, or the conversation ends. ``last``: nothing follows the turn."""
    if len(turn.open) == len(turn.strays) == 1:
        (index, ident), call = turn.strays[0], turn.open[0]
        what = f"the result is for `{ident}`, and the one call that waits is `{call}`"
        yield Fault(
            "mismatched-id", _at(index, chat.CALL_ID), what, chat.ORPHAN, (call, ident),
            (_call_at(turn, call),), said=chat.ORPHAN.template,
        )  # fmt: skip
        return
    for index, ident in turn.strays:
        yield _orphan(index, ident)
    said = chat.UNANSWERED.text(ids=", ".join(turn.open))
    positions = {ident: at for at, ident in reversed(turn.calls)}
    for call in turn.open:
        what = f"the call `{call}` has no result" + (": the conversation ends here" if last else "")
        kind: Any = "open-at-tail" if last else "unanswered-call"
        place = _at(turn.index, chat.CALLS, positions[call])
        yield Fault(kind, place, what, chat.UNANSWERED, (call,), said=said)


def _call_at(turn: _Turn, ident: str) -> Pointer:
    return _at(turn.index, chat.CALLS, next(at for at, other in turn.calls if other == ident))


def _reasoning(body: Value, messages: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """Reasoning fields that are missing where they are asked for, or there where they are refused."""
    yield from _refused(body, messages, recorded)
    needs = _needs(body, messages)
    if needs is not None:
        yield from _missing(body, messages, needs)
    else:
        yield from _missing_beside_others(messages, recorded)


def _needs(body: Value, messages: list[Any]) -> chat.Needs | None:
    """What the endpoint of the model that is spoken to now needs."""
    if any(name in message for _, message in _assistants(messages) for name in chat.ROUTED):
        return None
    for name in models(body, messages)[:1]:
        for needs in chat.NEEDS:
            if bare(name).startswith(needs.models):
                return needs
    return None


def _missing(body: Value, messages: list[Any], needs: chat.Needs) -> Iterator[Fault]:
    if members(body.get("thinking")).get("type") == "disabled" or not _has_tools(body, messages):
        return
    for index, message in _assistants(messages):
        calls = bool(elements(message.get(chat.CALLS)))
        value = message.get(needs.field)
        if (needs.only_calls and not calls) or (isinstance(value, str) and (value or needs.empty)):
            continue
        what = f"`{needs.field}` is missing, and {needs.endpoint} asks for it"
        said = needs.error.text(index=str(index)) if "{index}" in needs.error.template else needs.error.template
        yield Fault("reasoning-field-missing", _at(index), what, needs.error, (needs.field, needs.endpoint), said=said)


def _has_tools(body: Value, messages: list[Any]) -> bool:
    return bool(body.get("tools")) or any(message.get(chat.CALLS) for _, message in _assistants(messages))


def _assistants(messages: list[Any]) -> Iterator[tuple[int, Value]]:
    return ((index, message) for index, message in objects(messages) if message.get("role") == ASSISTANT)


def _missing_beside_others(messages: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    """The endpoint is not known, but others of the turns with calls have the field."""
    calling = [(index, message) for index, message in _assistants(messages) if elements(message.get(chat.CALLS))]
    for name in chat.NEEDED_SOMEWHERE:
        lacking = [index for index, message in calling if name not in message]
        with_it = [index for index, message in calling if isinstance(message.get(name), str)]
        said_so = any(error.pattern.search(plain(text)) for text in recorded for error in _MISSING)
        for index in lacking if with_it or said_so else ():
            what = f"`{name}` is missing, and other turns with calls have it"
            related = tuple(_at(other) for other in with_it[:1])
            yield Fault("reasoning-field-missing", _at(index), what, chat.REASONING_MISSING, (name,), related)


_MISSING = (chat.REASONING_MISSING, chat.REASONING_MISSING_IN_CALL)


def _refused(body: Value, messages: list[Any], recorded: Sequence[str]) -> Iterator[Fault]:
    named = [name.lower() for name in models(body, messages)[:1]] + [word(body.get("base_url")).lower()]
    for refuses in chat.REFUSES:
        told = any(hint in name for name in named for hint in refuses.hints)
        if not told and not any(refuses.error.pattern.search(plain(text)) for text in recorded):
            continue
        for index, message in _assistants(messages):
            for name in refuses.fields:
                if name in message:
                    said = refuses.error.text(index=str(index), field=name)
                    what = f"{refuses.endpoint} refuses `{name}` in a request"
                    yield Fault("field-refused", _at(index, name), what, refuses.error, (name,), said=said)


def _signatures(messages: list[Any]) -> Iterator[Fault]:
    """Gemini behind this API: the first call of each step since the user spoke has a signature, if any call has."""
    firsts = [(index, _signature(message)) for index, message in _assistants(messages) if message.get(chat.CALLS)]
    if not any(signature for _, signature in firsts):
        return
    spoke = max((index for index, message in objects(messages) if message.get("role") == "user"), default=-1)
    for index, signature in firsts:
        if index > spoke and not signature:
            path = ".".join(chat.SIGNATURE_PATH)
            what = f"the first call has no `{path}`, and calls of other turns have"
            yield Fault("unsigned", _at(index, chat.CALLS, 0), what, SIGNATURE_MISSING, (path,))


def _signature(message: Value) -> bool:
    """Whether the first call, or the message itself, has one."""
    for holder in (message, members(next(iter(elements(message.get(chat.CALLS))), None))):
        value: object = holder
        for step in chat.SIGNATURE_PATH:
            value = members(value).get(step)
        if value:
            return True
    return False
