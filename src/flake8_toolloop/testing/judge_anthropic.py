"""The judge of recorded Anthropic conversations: what the strict provider refuses, and what only a recording shows."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects import anthropic_models as models
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.errors import plain
from flake8_toolloop.testing import structure
from flake8_toolloop.testing.align import align
from flake8_toolloop.testing.around import NONE, Around, Identity
from flake8_toolloop.testing.fault import Fault, Pointer
from flake8_toolloop.testing.judge import resolve
from flake8_toolloop.testing.refusals import first_block
from flake8_toolloop.testing.verdict import Mode
from flake8_toolloop.testing.wire import (
    Item,
    Message,
    calls,
    deliberates,
    identity,
    joined,
    kind,
    raw_messages,
    real_user,
)

ROLES = ("user", "assistant", "system")


def judge(body: Mapping[str, Any], *, recorded: Sequence[str] = (), around: Around = NONE) -> list[Fault]:
    """All faults of a conversation, in its order. ``recorded`` are texts of refusals that stand beside it."""
    messages = joined(body)
    found = [
        *_shapes(body),
        *(fault for fault in structure.fields(body) if not _unsigned_elsewhere(body, fault)),
        *structure.empty(body),
        *_last_is_empty(body),
        *_pairing(body, messages),
        *structure.server_pairing(messages),
        *_split(body),
        *_thinking(body, messages, recorded, around),
        *_foreign(body, around),
        *_first_blocks(body),
    ]
    if around.messages:
        found = [replace(fault, said=around.said(fault.said)) for fault in found]
    return sorted(found, key=_order)


def _unsigned_elsewhere(body: Mapping[str, Any], fault: Fault) -> bool:
    """Whether it is thinking of a model whose maker may not sign it."""
    number = fault.pointer[1]
    return fault.kind == "unsigned" and isinstance(number, int) and models.compatible(model_of(body, number))


def _order(fault: Fault) -> tuple[int, ...]:
    return tuple(step for step in fault.pointer if isinstance(step, int))


def _items(messages: Sequence[Message]) -> Iterator[Item]:
    for message in messages:
        if message.role == ANTHROPIC.assistant:
            yield from message.items


# Shapes


def _shapes(body: Mapping[str, Any]) -> Iterator[Fault]:
    messages = body.get("messages")
    for number, message in enumerate(messages if isinstance(messages, list) else ()):
        why = _shape(message)
        if why:
            yield Fault("malformed-message", ("messages", number), why)
        content = message.get("content") if isinstance(message, dict) else None
        for index, block in enumerate(content if isinstance(content, list) else ()):
            if not isinstance(block, dict) or not isinstance(block.get("type"), str):
                what = "a block is an object with a type"
                yield Fault("malformed-message", ("messages", number, "content", index), what)


def _shape(message: Any) -> str:
    """What is wrong with a message as such, "" where nothing is."""
    if not isinstance(message, dict):
        return "a message is an object"
    if any(key.isdigit() for key in message):
        return "the message has numbers for keys: a text was spread into it"
    if message.get("role") not in ROLES:
        return f"the message has no role but {str(message['role'])[:40]!r}" if "role" in message else "it has no role"
    if not isinstance(message.get("content", ""), (str, list)):
        return "the content is neither text nor a list of blocks"
    return ""


def _last_is_empty(body: Mapping[str, Any]) -> Iterator[Fault]:
    """An empty last message of the assistant: a request may end with it, a history that goes on may not hold it."""
    messages = list(raw_messages(body))
    if messages and "max_tokens" not in body:
        number, role, content = messages[-1]
        if role == ANTHROPIC.assistant and not content:
            what = "the message has no content, and whatever follows it is refused with it"
            said = errors.EMPTY_MESSAGE.text(message=f"messages.{number}")
            yield Fault("empty-content", ("messages", number), what, errors.EMPTY_MESSAGE, said=said)


# Calls and results


def _pairing(body: Mapping[str, Any], messages: Sequence[Message]) -> Iterator[Fault]:
    twice = list(_called_twice(messages))
    thread = body.get("thread")
    held = isinstance(thread, dict) and bool(thread.get("previous_message_id"))
    for fault in structure.pairing(messages):
        # The provider has the calls that the first message answers.
        if held and fault.kind == "orphan-result" and fault.pointer[1] == 0:
            continue
        # The second result of an id that was called twice is no fault of its own.
        of_a_second_call = [f for f in twice if f.ids == fault.ids and fault.pointer in f.related]
        if not (fault.kind == "duplicate-result" and of_a_second_call):
            yield fault
    yield from twice


def _called_twice(messages: Sequence[Message]) -> Iterator[Fault]:
    """Two calls of one turn with one id. In another turn the API takes it again (seen in recorded requests)."""
    for number, message in enumerate(messages):
        seen: dict[str, Item] = {}
        for item in message.items if message.role == ANTHROPIC.assistant else ():
            ident = item.block.get("id")
            if item.type != ANTHROPIC.call or not isinstance(ident, str):
                continue
            if ident not in seen:
                seen[ident] = item
                continue
            after = messages[number + 1].items if number + 1 < len(messages) else ()
            results = [i for i in after if i.type == ANTHROPIC.result and i.block.get(ANTHROPIC.result_id) == ident]
            related = (structure.pointer(seen[ident]), *(structure.pointer(i) for i in results[1:]))
            said = errors.DUPLICATE_CALL.text(place=item.place)
            what = f"the id `{ident}` belongs to another call already"
            at = structure.pointer(item)
            yield Fault("duplicate-call", at, what, errors.DUPLICATE_CALL, (ident,), related, said)


def _split(body: Mapping[str, Any]) -> Iterator[Fault]:
    """Results of one turn in several messages, without anything between them."""
    turn: list[str] = []
    places: list[int] = []
    for number, role, content in raw_messages(body):
        if role != ANTHROPIC.user or not content or kind(content[0]) != ANTHROPIC.result:
            turn = calls(content) if role == ANTHROPIC.assistant else []
            places = []
            continue
        if any(block.get(ANTHROPIC.result_id) in turn for block in content):
            places.append(number)
        if len(places) > 1:
            what = (
                "the results of one turn come in several messages: that teaches the model to stop calling in parallel"
            )
            yield Fault("split-results", ("messages", number), what, related=(("messages", places[0]),))
        if any(kind(block) != ANTHROPIC.result for block in content):
            turn = []  # what follows stands behind other content: that is another fault


# Deliberation


def _thinking(
    body: Mapping[str, Any], messages: Sequence[Message], recorded: Sequence[str], around: Around
) -> Iterator[Fault]:
    seen: dict[Identity, Pointer] = dict(around.seen)
    written = (item for item in _items(messages) if item.type == "thinking" and item.block.get("thinking"))
    writes = around.writes.union(model_of(body, item.message) for item in written)
    for item in _items(messages):
        if not deliberates(item.block) or models.compatible(model_of(body, item.message)):
            continue
        sealed = item.block.get("signature" if item.type == "thinking" else "data")
        known = identity(item.block)
        if sealed == "":
            yield _unsealed(item)
        elif isinstance(sealed, str) and (why := garbled(sealed)):
            yield _garbled(item, why)
        elif known is not None and known in seen:
            what = "this block was in another turn already: a turn was stored twice, or cut in two"
            related = (seen[known],)
            yield Fault("duplicate-signed", structure.pointer(item), what, related=related)
        elif isinstance(sealed, str) and item.type == "thinking" and item.block.get("thinking") == "":
            yield from _blank(body, item, writes, recorded)
        if known is not None:
            seen.setdefault(known, structure.pointer(item))


def model_of(body: Mapping[str, Any], number: int) -> str:
    """The model that wrote a message, as far as the recording says."""
    messages = body.get("messages")
    message = messages[number] if isinstance(messages, list) and number < len(messages) else None
    own = message.get("model") if isinstance(message, dict) else None
    return own if isinstance(own, str) else str(body.get("model") or "")


def garbled(sealed: str) -> str:
    """Why a signature cannot be one, "" where it can."""
    if len(sealed) % 4:
        return "its length is no multiple of 4"
    try:
        base64.b64decode(sealed.encode("ascii"), validate=True)
    except UnicodeEncodeError as error:
        return f"it holds U+{ord(sealed[error.start]):04X}"
    except (binascii.Error, ValueError):
        return "it is not base64"
    return ""


def _unsealed(item: Item) -> Fault:
    if item.type == "thinking":
        what = "thinking with an empty signature is refused"
        said = errors.SIGNATURE_INVALID.text(place=item.place)
        return Fault("unsigned", structure.pointer(item), what, errors.SIGNATURE_INVALID, said=said)
    what = "redacted thinking without its data is refused, and nothing brings the data back"
    said = errors.DATA_INVALID.text(place=item.place)
    return Fault("without-data", structure.pointer(item), what, errors.DATA_INVALID, said=said)


def _garbled(item: Item, why: str) -> Fault:
    error = errors.SIGNATURE_INVALID if item.type == "thinking" else errors.DATA_INVALID
    what = f"the {'signature' if item.type == 'thinking' else 'data'} was damaged: {why}"
    return Fault("garbled-signature", structure.pointer(item), what, error, said=error.text(place=item.place))


def _blank(body: Mapping[str, Any], item: Item, writes: Set[str], recorded: Sequence[str]) -> Iterator[Fault]:
    """Signed thinking with empty text: a value where the model omits its text, damage where it does not."""
    model = model_of(body, item.message)
    display = body.get(ANTHROPIC.switch)
    asked = display.get("display") if isinstance(display, dict) else None
    siblings = model in writes
    refused = any(errors.THINKING_EMPTY.pattern.search(plain(text)) for text in recorded)
    said = errors.THINKING_EMPTY.text(place=item.place)
    if refused or (not models.omits(model) and asked != "omitted" and (models.writes(model) or siblings)):
        why = (
            "the provider has refused it"
            if refused
            else f"{model} writes it"
            if models.writes(model)
            else "other blocks here have theirs"
        )
        what = f"the text of this thinking was lost ({why}), its signature was not"
        yield Fault("blanked-thinking", structure.pointer(item), what, errors.THINKING_EMPTY, said=said)
    elif not models.omits(model) and asked != "omitted":
        what = "this thinking has no text: nothing here says whether the model omitted it or something lost it"
        yield Fault("empty-thinking", structure.pointer(item), what, errors.THINKING_EMPTY, said=said)
    elif siblings:
        what = "this thinking has no text although other blocks here have theirs: omitted by the model, or lost"
        yield Fault("empty-thinking", structure.pointer(item), what, errors.THINKING_EMPTY, said=said)


def without_text(body: Mapping[str, Any]) -> list[Pointer]:
    """The places of signed thinking without text."""
    found = (item for item in _items(joined(body)) if item.type == "thinking" and item.block.get("thinking") == "")
    return [structure.pointer(item) for item in found if item.block.get("signature")]


def _foreign(body: Mapping[str, Any], around: Around) -> Iterator[Fault]:
    """Deliberation that another maker's model wrote, in a history that goes to this one."""
    thoughtful = [
        number
        for number, role, content in raw_messages(body)
        if role == ANTHROPIC.assistant and any(deliberates(block) for block in content)
    ]
    turns = [number for number, role, _ in raw_messages(body) if role == ANTHROPIC.assistant]
    now = (
        str(body.get("model") or "")
        or around.model
        or next((m for n in reversed(turns) if (m := model_of(body, n))), "")
    )
    for number in thoughtful:
        model = model_of(body, number)
        if model and now and not models.same_maker(model, now):
            what = f"its deliberation is that of {model}: {now} does not take it"
            said = errors.SIGNATURE_INVALID.text(place=f"messages.{number}.content.0")
            yield Fault("foreign-reasoning", ("messages", number), what, errors.SIGNATURE_INVALID, said=said)


def closed_before(body: Mapping[str, Any], number: int, around: Around = NONE) -> bool:
    """Whether the cycle that a message belongs to is closed: the user has spoken since."""
    return around.asked or any(real_user(message) for message in joined(body) if message.first > number)


def _first_blocks(body: Mapping[str, Any]) -> Iterator[Fault]:
    """Thinking that was switched on by hand: the turns of the open cycle begin with it."""
    mode = resolve(Mode.AUTO, body)
    for refusal in first_block(body, align([], body), mode) if mode is Mode.MANUAL else ():
        moved = refusal.error is errors.THINKING_FIRST
        what = (
            "thinking stands behind other blocks: it comes first"
            if moved
            else "the turn does not begin with its thinking: it was lost"
        )
        yield Fault("moved" if moved else "lost-reasoning", refusal.pointer, what, refusal.error, said=refusal.message)
