"""From source text to a report: pure, no printing, no global state."""

from __future__ import annotations

import ast

from flake8_toolloop.findings import Report
from flake8_toolloop.settings import Settings


def analyse(
    source: str,
    path: str,
    settings: Settings,
    *,
    tree: ast.Module | None = None,
    fixes: bool = False,
) -> Report:
    """Analyse one file.

    ``source`` is decoded text with its newlines as they are; ``tree`` is an already parsed module (flake8's), which is
    never written to; ``fixes`` asks for repairs (or the reason why there is none) in the findings.
    Never raises for what the file contains: a file that cannot be read as Python gives TLP901, an error of ours TLP902.
    """
    raise NotImplementedError
