"""From bytes to conversations: whole JSON texts, and JSON Lines of anything that is a conversation or a part of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.testing.fault import Fault
from flake8_toolloop.testing.reading import word
from flake8_toolloop.transcripts import detect
from flake8_toolloop.transcripts.document import BOM, NotJsonError, values
from flake8_toolloop.transcripts.recording import KEYS, Conversation, Doc, Place, Source

WRAPPERS = ("messages", "contents", "input", "history", "conversation", "transcript", "items", "output")
"""Keys that hold a list of messages."""
BATCH = (("params",), ("body",), ("result", "message"), ("response", "body"))
"""Where a line of a batch holds its request, or the answer to it."""


class UnreadableError(ValueError):
    """A file in which there is no conversation: where it fails to be one, and why."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(why)
        self.offset = offset


@dataclass(frozen=True)
class Torn:
    """A line that is no JSON: only a part of it was written, or two were written into one."""

    doc: int
    fault: Fault
    whole: int | None = None
    """The offset from where on the line is a whole record; None where it has none."""


@dataclass
class Reading:
    """What is in a file."""

    source: Source
    conversations: list[Conversation] = field(default_factory=list)
    torn: list[Torn] = field(default_factory=list)


def read(data: bytes, form: str | None = None) -> Reading:
    """Read a file; ``form`` is its format where it is known. Raises UnreadableError."""
    if not data.strip():
        raise UnreadableError(0, "it is empty")
    first, *rest = _few_lines(data)
    try:
        begins = values(first)
    except NotJsonError:
        begins = None
    if begins is not None and not rest and not (form == "claude-code" or detect.is_record(begins)):
        return _json(data, form, begins)
    if begins is None:
        whole = _whole(data)
        if not isinstance(whole, NotJsonError):
            return _json(data, form, whole)
        if not _some_record(data):
            raise UnreadableError(whole.offset, f"no JSON: {whole.why}")
    return of_lines(data, form)


def _few_lines(data: bytes) -> list[bytes]:
    """The first line that is not blank, and the second where there is one."""
    found: list[bytes] = []
    at = 0
    while at < len(data) and len(found) < 2:
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        if data[at:end].strip():
            found.append(data[at:end])
        at = end + 1
    return found


def _whole(data: bytes) -> Any:
    try:
        return values(data)
    except NotJsonError as error:
        return error


def _some_record(data: bytes) -> bool:
    """Whether any line is a JSON object of its own."""
    for line in data.splitlines():
        if line.startswith(b"{") and line.rstrip().endswith(b"}"):
            try:
                return isinstance(values(line), dict)
            except NotJsonError:
                continue
    return False


def _json(data: bytes, form: str | None, value: Any) -> Reading:
    source = Source(data, [Doc(data, 0, len(data), 1)], lines=False)
    found = list(conversations(source, Place(0), value, form))
    if not found:
        raise UnreadableError(0, "no conversation is in it")
    return Reading(source, found)


def conversations(source: Source, place: Place, value: Any, form: str | None) -> Iterator[Conversation]:
    """The conversations that a value holds: itself, those of its exchanges, those of its list."""
    if isinstance(value, list):
        told = form or detect.of_messages(value)
        if told:
            yield _conversation(source, told, {KEYS[told]: value}, place, None)
            return
        for index, element in enumerate(value):
            if isinstance(element, (dict, list)):
                yield from conversations(source, place.below(index), element, form)
    elif isinstance(value, dict):
        yield from _of_object(source, place, value, form)


def _of_object(source: Source, place: Place, value: dict[str, Any], form: str | None) -> Iterator[Conversation]:
    way = next((way for way in BATCH if isinstance(_reached(value, way), dict)), ())
    if way and "custom_id" in value:
        yield from _of_object(source, place.below(*way), _reached(value, way), form)
        return
    request, response = value.get("request"), value.get("response")
    if isinstance(request, dict) and isinstance(response, dict):
        yield from _exchange(source, place, request, response, form)
        return
    for key in WRAPPERS:
        messages = value.get(key)
        if not isinstance(messages, list):
            continue
        told = form or detect.of_messages(messages, value)
        if told:
            body = {**value, KEYS[told]: messages}
            one = _conversation(source, told, body, place.below(key), place)
            one.answered = key == "output"
            yield one
            return
    if form in (None, "responses") and _asks_by_text(value):
        yield Conversation("responses", source, {**value, KEYS["responses"]: []}, [], place)
        return
    if isinstance(request, dict):  # an exchange that failed: what was asked is there all the same
        yield from _exchange(source, place, request, {}, form)
        return
    yield from _single(source, place, value, form)


def _reached(value: Any, way: Sequence[str]) -> Any:
    """What stands at the end of a way; None where it does not lead there."""
    for key in way:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _asks_by_text(value: dict[str, Any]) -> bool:
    """Whether it is a request of Responses whose input is one text, and no list of items."""
    return isinstance(value.get("input"), str) and isinstance(value.get("model"), str) and "type" not in value


def _single(source: Source, place: Place, value: dict[str, Any], form: str | None) -> Iterator[Conversation]:
    """A response alone."""
    unit = unit_of(value)
    if unit is not None:
        message = _below(value, unit)
        told = form or detect.of_messages([message], value) or "chat"
        one = _conversation(source, told, {KEYS[told]: [message]}, place, None)
        one.places = [place.below(*unit)]
        one.answered = True
        yield one


def unit_of(response: Any) -> tuple[str | int, ...] | None:
    """The way from a response to its message; None where it is none."""
    if not isinstance(response, dict):
        return None
    if response.get("role") in ("assistant", "model") and ("content" in response or "parts" in response):
        return ()
    for way in (("choices", 0, "message"), ("candidates", 0, "content"), ("output", "message")):
        value: Any = response
        for step in way:
            held = value.get(step) if isinstance(value, dict) and isinstance(step, str) else None
            value = held if isinstance(step, str) else (value[0] if isinstance(value, list) and value else None)
        if isinstance(value, dict):
            return way
    return None


def _below(value: Any, way: tuple[str | int, ...]) -> Any:
    for step in way:
        value = value[step]
    return value


def _exchange(
    source: Source, place: Place, request: dict[str, Any], response: dict[str, Any], form: str | None
) -> Iterator[Conversation]:
    """A request with its answer: the answer is the last turn."""
    if form is None and response.get("type") == "message" and isinstance(response.get("content"), list):
        form = "anthropic"  # a first question alone does not tell
    for one in conversations(source, place.below("request"), request, form):
        output = response.get("output")
        unit = unit_of(response)
        if one.format == "responses" and isinstance(output, list):
            one.body = {**one.body, one.key: [*one.units, *output]}
            one.places += [place.below("response", "output", n) for n in range(len(output))]
            one.answered = True
        elif unit is not None:
            one.body = {**one.body, one.key: [*one.units, _below(response, unit)]}
            one.places.append(place.below("response", *unit))
            one.answered = True
        yield one


def _conversation(source: Source, form: str, body: dict[str, Any], place: Place, root: Place | None) -> Conversation:
    units = body[KEYS[form]]
    return Conversation(form, source, body, [place.below(n) for n in range(len(units))], root)


# JSON Lines


def split(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Start, end and stop of each line: what it says ends at its end, the line with its line end at its stop."""
    at = len(BOM) if data.startswith(BOM) else 0
    while at < len(data):
        stop = data.find(b"\n", at) + 1 or len(data)
        end = stop
        while end > at and data[end - 1] in b"\r\n":
            end -= 1
        yield at, end, stop
        at = stop


def of_lines(data: bytes, form: str | None, first: int = 1) -> Reading:
    """Read JSON Lines, the first of which has this number. Raises UnreadableError."""
    docs: list[Doc] = []
    found: list[Any] = []
    source = Source(data, docs, lines=True)
    reading = Reading(source)
    for number, (start, end, stop) in enumerate(split(data), first):
        text = data[start:end]
        if not text.strip():
            continue
        docs.append(Doc(data, start, end, number, stop))
        try:
            found.append(values(text))
        except NotJsonError as error:
            found.append(None)
            docs[-1].torn = True
            reading.torn.append(torn_line(text, len(docs) - 1, start, error))
    reading.conversations = list(_of_lines(source, found, form))
    kept = reading.conversations or reading.torn or any(map(detect.is_record, found))
    if not kept:  # sessions of Claude Code in which nothing was said are sessions all the same
        raise UnreadableError(0, "no conversation is in it")
    return reading


def _of_lines(source: Source, found: list[Any], form: str | None) -> Iterable[Conversation]:
    from flake8_toolloop.transcripts import claudecode

    if form == "claude-code" or (form is None and any(detect.is_record(value) for value in found)):
        return claudecode.conversations(source, found)
    told = [(n, value) for n, value in enumerate(found) if value is not None]
    if any(unit_of_line(value)[1] for _, value in told):  # a rollout: what has no item tells of the program
        told = [(n, value) for n, value in told if unit_of_line(value)[0] is not None]
    if told and all(unit_of_line(value)[0] is not None for _, value in told) and (one := of_units(source, told, form)):
        return one
    return [one for n, value in told for one in conversations(source, Place(n), value, form)]


def of_units(source: Source, told: Sequence[tuple[int, Any]], form: str | None) -> list[Conversation]:
    """The conversation of which each line is a message or an item; none where they are of no known format."""
    units = [(n, *unit_of_line(value)) for n, value in told]
    known = form or detect.of_messages([unit for _, unit, _ in units])
    if not known:
        return []
    body = {KEYS[known]: [unit for _, unit, _ in units]}
    return [Conversation(known, source, body, [Place(n, way) for n, _, way in units])]


def unit_of_line(value: Any) -> tuple[Any, tuple[str | int, ...]]:
    """The message or item that a line is, and where in it; None where it is none.

    Rollouts of Codex hold items in `response_item` records; what stands before a `compacted` one is not sent any more.
    """
    if not isinstance(value, dict):
        return None, ()
    payload = value.get("payload")
    if value.get("type") == "response_item" and isinstance(payload, dict):
        return payload, ("payload",)
    if value.get("type") == "compacted" and isinstance(payload, dict):
        return {"type": "compaction"}, ("payload",)
    if "role" in value or word(value.get("type")) in detect.ITEMS:
        return value, ()
    return None, ()


def torn_line(text: bytes, doc: int, start: int, error: NotJsonError) -> Torn:
    """A line that is no JSON."""
    whole = _last_record(text)
    what = "two records are written into one line" if whole else "the line ends in the middle of its record"
    fault = Fault("torn", (), f"{what}: {error.why} at byte {error.offset}")
    return Torn(doc, fault, None if whole is None else start + whole)


def _last_record(text: bytes) -> int | None:
    """Where a whole record begins in a line that begins with a part of another."""
    at = text.find(b'{"', 1)
    for _ in range(200):
        if at < 0:
            return None
        try:
            value = values(text[at:])
        except NotJsonError:
            pass
        else:
            known = detect.is_record(value) or unit_of_line(value)[0] is not None
            return at if known else None
        at = text.find(b'{"', at + 1)
    return None
