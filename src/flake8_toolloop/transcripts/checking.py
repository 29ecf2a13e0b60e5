"""From a recording to findings, in the words of the rules that code is judged by."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from flake8_toolloop.failures import unreadable
from flake8_toolloop.findings import Finding, Related, Span
from flake8_toolloop.rules import RULES
from flake8_toolloop.testing.fault import Fault, FaultKind, Pointer
from flake8_toolloop.transcripts.changes import Policy
from flake8_toolloop.transcripts.codes import CODES, confidence, severity
from flake8_toolloop.transcripts.document import Lines, Node, written
from flake8_toolloop.transcripts.faults import judged
from flake8_toolloop.transcripts.reading import Reading, UnreadableError, read
from flake8_toolloop.transcripts.recording import Conversation

GZIP = b"\x1f\x8b"
Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do."""


def check(data: bytes, *, form: str | None = None, policy: Policy | None = None) -> list[Finding]:
    """The findings of a recording. Never raises for what the bytes hold."""
    try:
        data = unpacked(data)
    except ValueError as error:
        return [unreadable(str(error))]
    from flake8_toolloop.transcripts import streams
    from flake8_toolloop.transcripts.scan import clean

    if (policy is None or policy.empty_thinking != "drop") and clean(data, form):
        return []
    if streams.looks_like(data):
        return list(_of_streams(data, policy or Policy()))
    try:
        return findings(read(data, form), policy or Policy())
    except UnreadableError as error:
        line, column = Lines(data).place(error.offset)
        return [_unreadable(error, line, column)]


def check_file(
    path: str, *, form: str | None = None, policy: Policy | None = None, progress: Progress | None = None
) -> list[Finding]:
    """The findings of a file; one of many lines is never held whole. Raises OSError."""
    from flake8_toolloop.transcripts.longfiles import check_long, is_long

    if is_long(path):
        return list(check_long(path, form, policy or Policy(), progress))
    with open(path, "rb") as stream:
        return check(stream.read(), form=form, policy=policy)


def unpacked(data: bytes) -> bytes:
    """What a compressed file holds, or the file as it is. Raises ValueError."""
    if not data.startswith(GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"cannot be decompressed: {error}") from error


def _unreadable(error: UnreadableError, line: int, column: int) -> Finding:
    return unreadable(f"cannot be read as a recording: {error}", line, column)


def findings(reading: Reading, policy: Policy) -> list[Finding]:
    """The findings of what was read, in the order of the file."""
    lines = Places(reading)
    found = [_torn(reading, number) for number in range(len(reading.torn))]
    for conversation in reading.conversations:
        found += (finding(conversation, fault, lines) for fault in judged(conversation, policy))
    return sorted(found, key=lambda f: (f.span, f.code))


def _of_streams(data: bytes, policy: Policy) -> Iterator[Finding]:
    """The findings of captured streams: those of the wire, and where it is legal those of what it brings."""
    from flake8_toolloop.transcripts import streams

    lines = Lines(data)
    for capture in streams.captures(data):
        dialect = capture.format.removesuffix("-sse")
        for fault in capture.faults:
            kind: FaultKind = "thinking-in-start" if fault.kind == "thinking-in-start" else "illegal-stream"
            yield Finding(
                code=CODES[kind],
                name=names()[CODES[kind]],
                message=fault.message,
                severity=severity(kind, refused=fault.lossy or fault.fatal),
                confidence=confidence(kind),
                span=Span(*lines.place(fault.start), *lines.place(fault.end)),
                dialect=dialect,
            )
        if not capture.faults and capture.frames:
            yield from _of_message(capture.message, capture.frames[0].start, policy, lines)


def _of_message(message: object, start: int, policy: Policy, lines: Lines) -> Iterator[Finding]:
    """The findings of what a stream brings, told where the stream begins."""
    try:
        reading = read(json.dumps(message).encode())
    except (UnreadableError, ValueError):
        return
    line, column = lines.place(start)
    for one in findings(reading, policy):
        yield replace(one, span=Span(line, column, line, column), related=())


class Places:
    """Lines and columns of nodes."""

    def __init__(self, reading: Reading) -> None:
        self._source = reading.source
        self._lines = None if reading.source.lines else Lines(reading.source.data)

    def span(self, doc: int, node: Node) -> Span:
        held = self._source.docs[doc]
        if self._lines is not None:
            line, column = self._lines.place(node.start)
            return Span(line, column, *self._lines.place(node.end))
        start, end = (_characters(held.data[held.start : at]) for at in (node.start, node.end))
        return Span(held.line, start, held.line, end)


def _characters(data: bytes) -> int:
    return len(data.decode("utf-8", "replace"))


def finding(conversation: Conversation, fault: Fault, places: Places) -> Finding:
    """A fault as a finding of its rule."""
    place, node = conversation.nearest(fault.pointer)
    return Finding(
        code=CODES[fault.kind],
        name=names()[CODES[fault.kind]],
        message=fault.message,
        severity=severity(fault.kind, refused=fault.error is not None),
        confidence=confidence(fault.kind),
        span=places.span(place.doc, node),
        dialect="anthropic" if conversation.format == "claude-code" else conversation.format,
        related=tuple(_related(conversation, fault.related, places)),
        effect=_effect(fault),
        pointer=written(place.pointer),
    )


def _related(conversation: Conversation, pointers: Iterable[Pointer], places: Places) -> Iterator[Related]:
    for pointer in pointers:
        place, node = conversation.nearest(pointer)
        yield Related("beside", places.span(place.doc, node), written(place.pointer))


def _effect(fault: Fault) -> str | None:
    if fault.error is None:
        return None
    return f"{fault.error.status}: {fault.said or fault.error.template}"


def _torn(reading: Reading, number: int) -> Finding:
    torn = reading.torn[number]
    doc = reading.source.docs[torn.doc]
    end = _characters(doc.data[doc.start : doc.end])
    return Finding(
        code=CODES["torn"],
        name=names()[CODES["torn"]],
        message=torn.fault.message,
        severity=severity("torn", refused=False),
        confidence=confidence("torn"),
        span=Span(doc.line, 0, doc.line, end),
        pointer="",
    )


@lru_cache(maxsize=1)
def names() -> dict[str, str]:
    """The names of the rules by their codes."""
    return {rule.code: rule.name for rule in RULES}
