"""What is wrong with a request by its own words alone: its fields, its empty messages, its calls and their results.

The provider refuses for it, and recordings are judged by it: each fault has its place, and what the API says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.testing.wire import Body, Item, Message, calls, kind, raw_messages

REFUSED = ("image", *(known.name for known in ANTHROPIC.kinds if known.refused))
MISSING: dict[str, FaultKind] = {"thinking": "unsigned", "redacted_thinking": "without-data"}
"""What it is called when a block lacks what it needs."""
WORDS: dict[FaultKind, str] = {
    "unsigned": "thinking without its {name} is refused",
    "without-data": "redacted thinking without its data is refused, and nothing brings the data back",
    "malformed-message": "a {kind} block has no `{name}`",
}


def _fault(what: FaultKind, item: Item, message: str, error: ErrorText, **values: str) -> Fault:
    ids = (values["ids"],) if "ids" in values else ()
    return Fault(what, pointer(item), message, error, ids, said=error.text(place=item.place, **values))


def pointer(item: Item) -> Pointer:
    """Where a block stands in the request."""
    return ("messages", item.message, "content", item.index)


def fields(request: Body) -> Iterator[Fault]:
    """Blocks with fields that are missing, or not for requests."""
    for number, role, content in raw_messages(request):
        for index, block in enumerate(content):
            item = Item(block, number, index)
            yield from _missing(item)
            if item.type == ANTHROPIC.text and "parsed_output" in block:
                what = "`parsed_output` is a field of the client's own"
                field = f"{item.place}.text.parsed_output"
                yield _fault("client-field", item, what, errors.EXTRA_FIELD, field=field)
            if item.type == ANTHROPIC.call and not isinstance(block.get("input", {}), dict):
                what = "the input of a call is no object"
                yield _fault("malformed-message", item, what, errors.INPUT_NOT_DICT)
            if role == ANTHROPIC.assistant and item.type in REFUSED:
                what = f"a turn that goes back may hold no {item.type} block"
                yield _fault("not-permitted", item, what, errors.NOT_PERMITTED, found=item.type)


def _missing(item: Item) -> Iterator[Fault]:
    for name in errors.REQUIRED.get(item.type, ()):
        if item.block.get(name) is None:
            what = MISSING.get(item.type, "malformed-message") if name != "thinking" else "malformed-message"
            words = WORDS[what].format(name=name, kind=item.type)
            field = f"{item.place}.{item.type}.{name}"
            yield _fault(what, item, words, errors.FIELD_REQUIRED, field=field)


def empty(request: Body) -> Iterator[Fault]:
    """Messages without content, but for an assistant's last, and empty text."""
    messages = list(raw_messages(request))
    for number, role, content in messages:
        if not content and not (role == ANTHROPIC.assistant and number == messages[-1][0]):
            said = errors.EMPTY_MESSAGE.text(message=f"messages.{number}")
            what = "the message has no content: it has to go as a whole"
            yield Fault("empty-content", ("messages", number), what, errors.EMPTY_MESSAGE, said=said)
        for index, block in enumerate(content):
            if kind(block) == ANTHROPIC.text and not block.get("text"):
                what = "an empty text is refused"
                yield _fault("empty-text", Item(block, number, index), what, errors.EMPTY_TEXT)


def pairing(messages: Sequence[Message]) -> Iterator[Fault]:
    """One result for each call, in the next message, before anything else in it; none for anything else."""
    for number, message in enumerate(messages):
        before = messages[number - 1] if number else None
        yield from _results(message, before)
        if message.role == ANTHROPIC.assistant:
            yield from _calls(message, messages[number + 1] if number + 1 < len(messages) else None)


def _results(message: Message, before: Message | None) -> Iterator[Fault]:
    expected = calls(before.blocks) if before and before.role == ANTHROPIC.assistant else []
    seen: dict[str, Item] = {}
    for item in message.items:
        if item.type != ANTHROPIC.result:
            continue
        ident = str(item.block.get(ANTHROPIC.result_id))
        if message.role != ANTHROPIC.user or ident not in expected:
            what = f"the call `{ident}` that this result answers is not in the turn before it"
            yield _fault("orphan-result", item, what, errors.UNEXPECTED_RESULT, ids=ident)
        elif ident in seen:
            what = f"the call `{ident}` has been answered already"
            fault = _fault("duplicate-result", item, what, errors.DUPLICATE_RESULT, ids=ident)
            yield Fault(**{**vars(fault), "related": (pointer(seen[ident]),)})
        seen.setdefault(ident, item)


def _calls(message: Message, after: Message | None) -> Iterator[Fault]:
    answered = leading(after) if after is not None else set()
    open_calls = [ident for ident in dict.fromkeys(calls(message.blocks)) if ident not in answered]
    if not open_calls:
        return
    said = errors.UNANSWERED.text(message=f"messages.{message.first}", ids=", ".join(open_calls))
    for ident in open_calls:
        call = next(i for i in message.items if i.type == ANTHROPIC.call and str(i.block.get("id")) == ident)
        behind = _behind(after, ident)
        related: tuple[Pointer, ...]
        if behind is not None:
            what = f"the result of `{ident}` stands behind other content: results come first"
            kind_of_fault: FaultKind = "text-before-result"
        elif after is None or not after.items:
            what, kind_of_fault = f"the call `{ident}` has no result, and nothing follows it", "open-at-tail"
        else:
            what, kind_of_fault = f"the call `{ident}` has no result in the next message", "unanswered-call"
        place, related = pointer(call), ()
        if behind is not None and after is not None:
            first = next(i for i in after.items if i.type != ANTHROPIC.result)
            place, related = pointer(first), (pointer(call), pointer(behind))
        yield Fault(kind_of_fault, place, what, errors.UNANSWERED, (ident,), related, said)


def _behind(after: Message | None, ident: str) -> Item | None:
    """The result of a call where it stands behind something else."""
    if after is None or after.role != ANTHROPIC.user:
        return None
    found = (i for i in after.items if i.type == ANTHROPIC.result and str(i.block.get(ANTHROPIC.result_id)) == ident)
    return next(found, None)


def leading(message: Message) -> set[str]:
    """The calls that a user message answers before it says anything else."""
    found = set()
    for item in message.items if message.role == ANTHROPIC.user else ():
        if item.type != ANTHROPIC.result:
            break
        found.add(str(item.block.get(ANTHROPIC.result_id)))
    return found


def server_pairing(messages: Sequence[Message]) -> Iterator[Fault]:
    """The provider's own tools: each result after its call, each call with its result unless the turn goes on.

    A turn goes on behind the results of the client's own calls, where nothing else stands beside them: code that runs
    at the provider and calls tools of the client has its result only in the message after those of the tools.
    """
    waiting: dict[str, Item] = {}
    for message in messages:
        if message.role != ANTHROPIC.assistant:
            if not all(item.type == ANTHROPIC.result for item in message.items):
                yield from _unresolved(waiting)
                waiting = {}
            continue
        own = {str(i.block.get("id")): i for i in message.items if i.type.endswith("_tool_use")}
        uses = waiting | own
        for item in message.items:
            ident = str(item.block.get(ANTHROPIC.result_id, ""))
            if item.type.endswith("_tool_result") and uses.pop(ident, None) is None:
                what = f"the provider's own call `{ident}` does not stand before its result"
                values = {"ids": ident, "result": item.type}
                yield _fault("server-unexpected", item, what, errors.SERVER_UNEXPECTED, **values)
        if waiting and not own and not calls(message.blocks):  # this message ends the turn
            yield from _unresolved({ident: item for ident, item in uses.items() if ident in waiting})
            uses = {}
        waiting = uses


def _unresolved(uses: Mapping[str, Item]) -> Iterator[Fault]:
    for ident, item in uses.items():
        name = str(item.block.get("name"))
        what = f"the provider's own call `{ident}` has no result in its turn"
        values = {"name": name, "ids": ident, "result": f"{name}_tool_result"}
        yield _fault("server-unresolved", item, what, errors.SERVER_UNRESOLVED, **values)
