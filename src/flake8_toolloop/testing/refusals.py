"""What the API refuses a request for. Each check gives all its refusals; the first check that has any ends the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing import structure
from flake8_toolloop.testing.align import Alignment, Pair
from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.seal import Origin
from flake8_toolloop.testing.verdict import Mode, Refusal
from flake8_toolloop.testing.wire import (
    Block,
    Body,
    Item,
    Message,
    calls,
    deliberates,
    real_user,
    same,
    thinking_type,
)

Check = Callable[[Block], Origin]


def refusals(request: Body, found: Alignment, mode: Mode, check: Check) -> tuple[Refusal, ...]:
    """Why the API would refuse this request; nothing where it would not (the prefix apart)."""
    for errors_of in (
        _request_fields(request),
        _told(structure.empty(request)),
        _told(structure.pairing(found.messages)),
        _told(structure.server_pairing(found.messages)),
        first_block(request, found, mode),
        _disabled(request, found.messages),
        _signatures(found.messages, check),
        _unchanged(found),
    ):
        refused = tuple(errors_of)
        if refused:
            return refused
    return ()


def _refuse(error: ErrorText, **values: str) -> Refusal:
    return Refusal(error, error.text(**values))


def _refuse_at(item: Item, error: ErrorText) -> Refusal:
    return Refusal(error, error.text(place=item.place, found=item.type), structure.pointer(item))


def _request_fields(request: Body) -> Iterator[Refusal]:
    for name in ("model", "max_tokens", "messages"):
        if name not in request:
            yield _refuse(errors.FIELD_REQUIRED, field=name)
    yield from _told(structure.fields(request))


def _told(faults: Iterable[Fault]) -> Iterator[Refusal]:
    """Faults as the API tells them: what one text says of several is said once."""
    said = {fault.said: Refusal(fault.error, fault.said) for fault in faults if fault.error is not None}
    yield from said.values()


def first_block(request: Body, found: Alignment, mode: Mode) -> Iterator[Refusal]:
    """Manual mode: the assistant messages of the open cycle start with thinking, as they did when received."""
    if mode is not Mode.MANUAL or thinking_type(request) == ANTHROPIC.switched_off:
        return
    opened = max((n for n, message in enumerate(found.messages) if real_user(message)), default=-1)
    for number, message in enumerate(found.messages):
        if message.role != ANTHROPIC.assistant or not message.items or deliberates(message.items[0].block):
            continue
        pair = found.pair_of(message)
        first = message.items[0]
        started = pair is None or (bool(pair.sent) and deliberates(pair.sent[0].block))
        if any(deliberates(block) for block in message.blocks):
            if started:
                yield _refuse_at(first, errors.THINKING_FIRST)
        elif number > opened and started and (pair is not None or calls(message.blocks)):
            yield _refuse_at(first, errors.THINKING_EXPECTED)


def _disabled(request: Body, messages: Sequence[Message]) -> Iterator[Refusal]:
    """Thinking in a last assistant message although it is switched off."""
    if thinking_type(request) == ANTHROPIC.switched_off and messages and messages[-1].role == ANTHROPIC.assistant:
        for item in messages[-1].items:
            if deliberates(item.block):
                yield _refuse(errors.THINKING_DISABLED, place=item.place)
                return


def _signatures(messages: Sequence[Message], check: Check) -> Iterator[Refusal]:
    """Deliberation that the provider did not make, or not like this. Edits of the latest turn have their own text."""
    latest = _latest(messages)
    for message in messages:
        for item in message.items if message.role == ANTHROPIC.assistant else ():
            if not deliberates(item.block):
                continue
            origin = check(item.block)
            if origin is Origin.GENUINE or (origin is Origin.ALTERED and message is latest):
                continue
            error = errors.SIGNATURE_INVALID if item.type == "thinking" else errors.DATA_INVALID
            yield _refuse(error, place=item.place)


def _latest(messages: Sequence[Message]) -> Message | None:
    return next((message for message in reversed(messages) if message.role == ANTHROPIC.assistant), None)


def _unchanged(found: Alignment) -> Iterator[Refusal]:
    """The latest assistant message: its runs of thinking are those that were received, or none is left at all."""
    latest = _latest(found.messages)
    thoughts = [item for item in latest.items if deliberates(item.block)] if latest else []
    if latest is None or not thoughts or not found.pairs:
        return
    pair = found.pair_of(latest)
    culprit = thoughts[0] if pair is None else _culprit(pair, latest)
    if culprit is not None:
        yield _refuse(errors.THINKING_MODIFIED, place=culprit.place)


def _culprit(pair: Pair, message: Message) -> Item | None:
    """The first thinking block that is not what or where it was."""
    expected = [index for index, sent in enumerate(pair.sent) if deliberates(sent.block)]
    runs = {index: expected[n - 1] if n and expected[n - 1] == index - 1 else None for n, index in enumerate(expected)}
    before: Item | None = None
    last = None
    for item in message.items:
        if deliberates(item.block):
            last = item
            origin = pair.origin(item)
            if origin is None or not expected or origin != expected.pop(0):
                return item
            neighbour = pair.origin(before) if before is not None and deliberates(before.block) else None
            if (
                not same(pair.sent[origin].block, item.block)
                or neighbour != runs[origin]
                or _astray(pair, message, item)
            ):
                return item
        before = item
    return last if expected else None


def _astray(pair: Pair, message: Message, thought: Item) -> bool:
    """Whether a block that stood before this thought now stands after it, or the other way round."""
    at, origin = message.items.index(thought), pair.origin(thought)
    for number, item in enumerate(message.items):
        other = pair.origin(item)
        if other is not None and origin is not None and (number < at) != (other < origin) and item is not thought:
            return True
    return False
