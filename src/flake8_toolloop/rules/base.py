"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story


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
