"""What an analysis returns: findings, fixes, loops and the report that holds them.

Positions are 1-based lines and 0-based columns counted in code points. The front ends convert (design: Columns).
"""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass, field

URL = "https://github.com/flake8-toolloop/flake8-toolloop/blob/main/docs/rules.md#{}"


class Severity(enum.Enum):
    """How much a finding matters: rejected or silently lost, worse work, or a hint."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Confidence(enum.Enum):
    """How much of the chain was seen; ``POSSIBLE`` is shown to the strict persona only."""

    CERTAIN = "certain"
    LIKELY = "likely"
    POSSIBLE = "possible"


class Applicability(enum.Enum):
    """What applying a fix may change, besides removing the fault."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display-only"


class Verdict(enum.Enum):
    """What became of a tool loop's turn."""

    WHOLE = "whole"
    DAMAGED = "damaged"
    NOT_FOLLOWED = "not followed"


@dataclass(frozen=True, order=True)
class Span:
    """A range of the source: 1-based lines, 0-based columns in code points, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""
    """The path of another file than the one that is analysed: while the analysis runs, and in the edits of a fix."""


@dataclass(frozen=True)
class Related:
    """A place on the way of the turn.

    Roles: ``model call``, ``reader``, ``filter``, ``rebuild``, ``replay``, ``result``, ``results``,
    ``next request``.
    """

    role: str
    span: Span
    message: str
    filename: str | None = None


@dataclass(frozen=True)
class Edit:
    """Replace ``span`` with ``content``; an empty span inserts."""

    span: Span
    content: str


@dataclass(frozen=True)
class Fix:
    """Edits that belong together; those of other files name theirs in their span."""

    message: str
    applicability: Applicability
    edits: tuple[Edit, ...]

    @property
    def here(self) -> tuple[Edit, ...]:
        """The edits of the file that the finding is in."""
        return tuple(edit for edit in self.edits if not edit.span.file)

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The paths of the other files that it edits."""
        return tuple(sorted({edit.span.file for edit in self.edits if edit.span.file}))


@dataclass(frozen=True)
class Finding:
    """One fault, at the expression that one would edit."""

    code: str
    name: str
    message: str
    severity: Severity
    confidence: Confidence
    span: Span
    dialect: str | None = None
    related: tuple[Related, ...] = ()
    effect: str | None = None
    """What the provider does about it, from the dialect's table."""
    fixes: tuple[Fix, ...] = ()
    """Repairs of which one is enough, the preferred one first."""
    no_fix_reason: str | None = None
    pointer: str | None = None
    """The place in a recording, as a JSON pointer."""
    origin: object = field(default=None, compare=False, repr=False)
    """The event of the story that it comes from: what a fix is planned from."""

    @property
    def fix(self) -> Fix | None:
        """The preferred fix."""
        return self.fixes[0] if self.fixes else None

    @property
    def url(self) -> str:
        return URL.format(self.code.lower())

    def fingerprint(self, source_line: str) -> str:
        """A name for this finding that survives moved lines."""
        text = f"{self.code}\0{source_line.strip()}\0{self.message}"
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True)
class Loop:
    """A tool loop that was found, and what became of its turn (``check --loops``)."""

    span: Span
    verdict: Verdict
    reason: str
    """Why the turn could not be followed, or by which codes it is damaged; empty where it is whole."""
    reason_line: int | None = None
    function: str = ""


@dataclass(frozen=True)
class Report:
    """All that the analysis of one file says."""

    path: str
    findings: tuple[Finding, ...] = ()
    loops: tuple[Loop, ...] = ()
    skipped: bool = False
    """True where the prefilter let nothing through: the file holds nothing of a tool loop."""
    complete: bool = True
    """False where something cost too much or failed: a fault may be there that is not among the findings."""
    timings: dict[str, float] = field(default_factory=dict)
    """Seconds by stage."""
    used: tuple[str, ...] = ()
    """The other files of the project that were read for it, in their order: with them the verdict may change."""
