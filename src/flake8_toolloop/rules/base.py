"""What a rule is, and how it states a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flake8_toolloop.findings import Finding, Severity, Span

if TYPE_CHECKING:
    from flake8_toolloop.dialects.base import Dialect
    from flake8_toolloop.flow.story import Evidence, Story


@dataclass(frozen=True)
class Rule:
    """A rule: its names, the docstring of its module (with the headings of docs/rules.md), its reading of a story."""

    code: str
    name: str
    summary: str
    severity: Severity
    doc: str
    check: Callable[[Story], Iterator[Finding]]
    fixable: bool = False
    strict: bool = False
    """Shown to the strict persona only."""
    data: bool = False
    """Only recordings have it so far: its examples are JSON."""


class Event(Protocol):
    """What every event of a story has: where it is, how well it is known, in which dialect."""

    @property
    def span(self) -> Span: ...
    @property
    def dialect(self) -> Dialect: ...
    @property
    def evidence(self) -> Evidence: ...


def told_elsewhere(_story: Story) -> Iterator[Finding]:
    """The reading of a rule whose findings no story tells: of files that have none, of comments."""
    yield from ()


def stated(
    code: str,
    name: str,
    event: Event,
    message: str,
    severity: Severity,
    *,
    loss: str | None = None,
    span: Span | None = None,
) -> Finding:
    """A finding at an event, with its way and what the provider does about this ``loss`` (a key of the dialect's)."""
    told = event.dialect.losses.get(loss) if loss else None
    return Finding(
        code=code,
        name=name,
        message=message,
        severity=severity,
        confidence=event.evidence.confidence,
        span=span or event.span,
        dialect=event.dialect.name,
        related=event.evidence.related,
        effect=told.text if told is not None else None,
        origin=event,
    )
