"""What the API refuses a request for. Each check gives all its refusals; the first check that has any ends the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing.align import Alignment, Pair
from flake8_toolloop.testing.seal import Origin
from flake8_toolloop.testing.verdict import Mode, Refusal
from flake8_toolloop.testing.wire import (
    Block,
    Body,
    Item,
    Message,
    calls,
    deliberates,
    kind,
    raw_messages,
    real_user,
    same,
    thinking_type,
)

Check = Callable[[Block], Origin]
REFUSED = ("image", *(known.name for known in ANTHROPIC.kinds if known.refused))


def refusals(request: Body, found: Alignment, mode: Mode, check: Check) -> tuple[Refusal, ...]:
    """Why the API would refuse this request; nothing where it would not (the prefix apart)."""
    for errors_of in (
        _fields(request),
        _empty(request),
        _pairing(found.messages),
        _server_pairing(found.messages),
        _first_block(request, found, mode),
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


def _fields(request: Body) -> Iterator[Refusal]:
    """Fields that are missing, or not for requests."""
    for name in ("model", "max_tokens", "messages"):
        if name not in request:
            yield _refuse(errors.FIELD_REQUIRED, field=name)
    for number, role, content in raw_messages(request):
        for index, block in enumerate(content):
            place = Item(block, number, index).place
            for name in errors.REQUIRED.get(kind(block), ()):
                if block.get(name) is None:
                    yield _refuse(errors.FIELD_REQUIRED, field=f"{place}.{kind(block)}.{name}")
            if kind(block) == ANTHROPIC.text and "parsed_output" in block:
                yield _refuse(errors.EXTRA_FIELD, field=f"{place}.text.parsed_output")
            if kind(block) == ANTHROPIC.call and not isinstance(block.get("input", {}), dict):
                yield _refuse(errors.INPUT_NOT_DICT, place=place)
            if role == ANTHROPIC.assistant and kind(block) in REFUSED:
                yield _refuse(errors.NOT_PERMITTED, place=place, found=kind(block))


def _empty(request: Body) -> Iterator[Refusal]:
    """Messages without content, but for an assistant's last, and empty text."""
    messages = list(raw_messages(request))
    for number, role, content in messages:
        if not content and not (role == ANTHROPIC.assistant and number == messages[-1][0]):
            yield _refuse(errors.EMPTY_MESSAGE, message=f"messages.{number}")
        if any(kind(block) == ANTHROPIC.text and not block.get("text") for block in content):
            yield _refuse(errors.EMPTY_TEXT)


def _pairing(messages: Sequence[Message]) -> Iterator[Refusal]:
    """One result for each call, in the next message, before anything else in it; none for anything else."""
    for number, message in enumerate(messages):
        before = messages[number - 1] if number else None
        expected = calls(before.blocks) if before and before.role == ANTHROPIC.assistant else []
        seen: set[str] = set()
        for item in message.items:
            if item.type != ANTHROPIC.result:
                continue
            ident = str(item.block.get(ANTHROPIC.result_id))
            if message.role != ANTHROPIC.user or ident not in expected:
                yield _refuse(errors.UNEXPECTED_RESULT, place=item.place, ids=ident)
            elif ident in seen:
                yield _refuse(errors.DUPLICATE_RESULT, place=item.place, ids=ident)
            seen.add(ident)
        if message.role == ANTHROPIC.assistant:
            answered = _leading(messages[number + 1]) if number + 1 < len(messages) else set()
            open_calls = [ident for ident in calls(message.blocks) if ident not in answered]
            if open_calls:
                yield _refuse(errors.UNANSWERED, message=f"messages.{message.first}", ids=", ".join(open_calls))


def _leading(message: Message) -> set[str]:
    """The calls that a user message answers before it says anything else."""
    found = set()
    for item in message.items if message.role == ANTHROPIC.user else ():
        if item.type != ANTHROPIC.result:
            break
        found.add(str(item.block.get(ANTHROPIC.result_id)))
    return found


def _server_pairing(messages: Sequence[Message]) -> Iterator[Refusal]:
    """The provider's own tools: each result after its call, each call with its result unless the turn goes on."""
    for number, message in enumerate(messages):
        if message.role != ANTHROPIC.assistant:
            continue
        uses = {str(i.block.get("id")): i for i in message.items if i.type.endswith("_tool_use")}
        for item in message.items:
            ident = str(item.block.get(ANTHROPIC.result_id, ""))
            if item.type.endswith("_tool_result") and uses.pop(ident, None) is None:
                yield _refuse(errors.SERVER_UNEXPECTED, place=item.place, ids=ident, result=item.type)
        rest = messages[number + 1 :]
        only_results = len(rest) == 1 and all(item.type == ANTHROPIC.result for item in rest[0].items)
        if not rest or only_results:
            continue
        for ident, item in uses.items():
            name = str(item.block.get("name"))
            values = {"place": item.place, "name": name, "ids": ident, "result": f"{name}_tool_result"}
            yield _refuse(errors.SERVER_UNRESOLVED, **values)


def _first_block(request: Body, found: Alignment, mode: Mode) -> Iterator[Refusal]:
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
                yield _refuse(errors.THINKING_FIRST, place=first.place, found=first.type)
        elif number > opened and started and (pair is not None or calls(message.blocks)):
            yield _refuse(errors.THINKING_EXPECTED, place=first.place, found=first.type)


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
