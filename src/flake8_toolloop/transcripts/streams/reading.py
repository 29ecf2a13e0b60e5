"""One door to the three kinds of stream: which one it is, is seen from the message or from the first event."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from flake8_toolloop.dialects import responses_events
from flake8_toolloop.dialects.anthropic import EVENTS
from flake8_toolloop.transcripts.streams import blocks, chunks, items, sse
from flake8_toolloop.transcripts.streams.blocks import SIZE
from flake8_toolloop.transcripts.streams.sse import DONE, Frame
from flake8_toolloop.transcripts.streams.verdict import (
    Check,
    Event,
    Message,
    StreamError,
    StreamFault,
    differences,
)


class Reader(Protocol):
    """Takes the events of one kind of stream."""

    format: str

    def take(self, event: Any, name: str | None = None, *, named: bool = False) -> Iterator[StreamFault]: ...
    def finish(self) -> Iterator[StreamFault]: ...
    def message(self, *, strict: bool) -> Message: ...


@dataclass(frozen=True)
class Capture:
    """One of the streams that were captured."""

    format: str
    check: Check
    frames: tuple[Frame, ...] = ()

    @property
    def message(self) -> Message:
        """The response body, as a reader has it that takes all that is there."""
        return self.check.message

    @property
    def faults(self) -> tuple[StreamFault, ...]:
        return self.check.wire


def synthesise(message: Message, *, size: int = SIZE) -> Iterator[Event]:
    """A buffered response as a legal stream. ``size`` is the number of characters in one delta.

    Raises ValueError where the message is no response body of Anthropic, Responses or Chat Completions.
    """
    if not isinstance(message, dict):
        raise ValueError("a response is an object")
    if isinstance(message.get(chunks.CHOICES), list):
        return chunks.synthesise(message, size=size)
    if isinstance(message.get(responses_events.OUTPUT), list):
        return items.synthesise(message, size=size)
    return blocks.synthesise(message, size=size)


def to_sse(message: Message, *, size: int = SIZE) -> Iterator[bytes]:
    """The same as bytes of server-sent events, one by one."""
    events = synthesise(message, size=size)  # first of all: it says whether this is a response
    unnamed = isinstance(message.get(chunks.CHOICES), list)
    for event in events:
        yield sse.write(event, "" if unnamed else None)
    if unnamed:
        yield sse.write(DONE, "")


def accumulate(events: Iterable[Event | Frame], *, strict: bool = True) -> Message:
    """The response that a stream brings; strictly, what deltas bring is taken from deltas alone.

    Raises StreamError where no message can be made of it for certain: it is out of order, broken or unfinished.
    """
    found = check(events)
    message = found.strict if strict else found.message
    fatal = next((fault for fault in found.wire if fault.fatal), None)
    if fatal is not None:
        raise StreamError(fatal, message)
    return message


def check(events: Iterable[Event | Frame], message: Message | None = None) -> Check:
    """The two verdicts on one stream; its content is compared with ``message`` where that is given.

    Never raises for what a stream contains.
    """
    held = [(event, _parsed(event)) for event in events]
    reader = _reader(parsed for _, parsed in held)
    faults: list[StreamFault] = []
    for event, parsed in held:
        if isinstance(event, Frame):
            faults += reader.take(parsed, event.event, named=not event.bare)
        else:
            faults += reader.take(parsed)
    faults += reader.finish()
    told = reader.message(strict=False)
    content = differences(message, told) if message is not None else ()
    wire = tuple(_placed(fault, [event for event, _ in held]) for fault in faults)
    return Check(reader.format, wire, tuple(content), told, reader.message(strict=True))


def read_sse(data: bytes | Iterable[bytes]) -> list[Frame]:
    """The events in bytes, with the places where they stand."""
    return list(sse.read(data))


def captures(data: bytes) -> list[Capture]:
    """The streams in the bytes of a capture, or of a log of their events: there may be several, one after the other."""
    found: list[list[Frame]] = []
    open_one = False
    for frame in sse.logged(data) if sse.is_log(data) else sse.read(data):
        begins, ends = _turns(_parsed(frame), open_one)
        if begins or not found:
            found.append([])
        open_one = (open_one or begins) and not ends
        found[-1].append(frame)
    made = []
    for frames in found:
        verdict = check(frames)
        made.append(Capture(verdict.format, verdict, tuple(frames)))
    return made


def _turns(event: Any, inside: bool) -> tuple[bool, bool]:
    """Whether a stream begins with an event, and whether one ends with it."""
    if event == DONE:
        return False, True
    if not isinstance(event, dict):
        return False, False
    if isinstance(event.get(chunks.CHOICES), list):
        return not inside, False
    kind = event.get("type")
    return kind in (EVENTS.opening, responses_events.CREATED), kind in (EVENTS.end, *responses_events.ENDS.values())


def _parsed(event: Event | Frame) -> Any:
    """The event in a frame: None where its data is no JSON."""
    if not isinstance(event, Frame):
        return event
    if event.data.startswith(DONE):
        return DONE
    try:
        return event.json()
    except ValueError:
        return None


def _reader(events: Iterable[Any]) -> Reader:
    """The reader for the kind of stream that the events are of."""
    for event in events:
        if event == DONE:
            return chunks.Reader()
        if isinstance(event, dict):
            kind = event.get("type")
            if isinstance(event.get(chunks.CHOICES), list) or (kind is None and event.get("error")):
                return chunks.Reader()
            if isinstance(kind, str) and kind.startswith(responses_events.PREFIX):
                return items.Reader()
            if kind in (EVENTS.opening, EVENTS.start, EVENTS.piece):
                return blocks.Reader()
    return blocks.Reader()


def _placed(fault: StreamFault, held: list[Event | Frame]) -> StreamFault:
    """The fault with the place of its event in the bytes; what is missing is missing at the end."""
    frame = held[min(fault.event, len(held) - 1)] if held else None
    if not isinstance(frame, Frame):
        return fault
    return dataclasses.replace(fault, line=frame.line, start=frame.start, end=frame.end)
