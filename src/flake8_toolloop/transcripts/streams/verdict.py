"""What is said of a stream: whether its wire is legal, and whether its content matches. They are two questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeGuard

from flake8_toolloop.transcripts.streams import exact

Event = dict[str, Any]
Message = dict[str, Any]
THINKING = "thinking-in-start"
ILLEGAL = "illegal-stream"


@dataclass(frozen=True)
class StreamFault:
    """Something in a stream that its contract does not have."""

    kind: str
    """``thinking-in-start``: deliberation that only deltas may bring stands whole in the start of its block.
    ``illegal-stream``: everything else."""
    message: str
    event: int
    """Which event, counted from 0; that after the last where something is missing."""
    block: int | None = None
    """Which block, item or choice."""
    lossy: bool = False
    """A reader that follows the contract gets less, or other, than was sent."""
    fatal: bool = False
    """No message can be made of it for certain."""
    line: int = 0
    start: int = 0
    end: int = 0
    """Where the event stands in the bytes that were read; 0 where they are not known."""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else f"event {self.event}"
        return f"{place}: {self.message}"


@dataclass(frozen=True)
class Check:
    """The verdicts on one stream."""

    format: str
    wire: tuple[StreamFault, ...] = ()
    """What is illegal about it."""
    content: tuple[str, ...] = ()
    """In which places what it brings is not the message that it was compared with."""
    message: Message = field(default_factory=dict)
    """What a reader makes of it that copies what the starts hold, and adds the deltas (the SDKs do)."""
    strict: Message = field(default_factory=dict)
    """What a reader makes of it that takes from deltas what deltas bring."""

    @property
    def legal(self) -> bool:
        return not self.wire

    @property
    def matches(self) -> bool:
        return not self.content


class StreamError(ValueError):
    """A stream of which no message can be made; ``partial`` is what came of it."""

    def __init__(self, fault: StreamFault, partial: Message) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.partial = partial


def is_index(value: object) -> TypeGuard[int]:
    """Whether a value can number something."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


MOST = 20
"""Differences that are told."""


def differences(expected: Any, found: Any, place: str = "") -> list[str]:
    """Where two JSON values differ, in words; numbers that are spelled in another way do."""
    told: list[str] = []
    _differ(expected, found, place or "the message", told)
    return told[:MOST]


def _differ(expected: Any, found: Any, place: str, told: list[str]) -> None:
    if len(told) > MOST:
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(k for k in found if k not in expected)]:
            inner = key if place == "the message" else f"{place}.{key}"
            if key not in found:
                told.append(f"{inner} is missing")
            elif key not in expected:
                told.append(f"{inner} was added")
            else:
                _differ(expected[key], found[key], inner, told)
    elif isinstance(expected, list) and isinstance(found, list):
        for number, (one, other) in enumerate(zip(expected, found, strict=False)):
            _differ(one, other, f"{place}.{number}", told)
        if len(expected) != len(found):
            told.append(f"{place} has {len(found)} elements and not {len(expected)}")
    elif not _same(expected, found):
        told.append(f"{place} is {_shown(found)} and not {_shown(expected)}")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return exact.dumps(one) == exact.dumps(other)
    return type(one) is type(other) and bool(one == other)


def _shown(value: Any) -> str:
    text = exact.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
