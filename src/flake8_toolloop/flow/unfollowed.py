"""What cost too much to follow, among the loops of a file: silence about it must not look like clean."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Span
from flake8_toolloop.flow.story import FoundLoop

if TYPE_CHECKING:
    from flake8_toolloop.flow.index import Scope
    from flake8_toolloop.flow.tell import Teller


def loops_of(teller: Teller) -> list[FoundLoop]:
    """The loops of the story; whole is none in which a query ran out of budget. Functions without a loop are added."""
    loops = list(teller.story.loops)
    neighbours = teller.prov.neighbours
    for node, why in teller.not_followed:
        # Of a node in another file it is not known here which loop asked: it may be any.
        elsewhere = neighbours is not None and neighbours.file_of(node) is not None
        line: int | None = None if elsewhere else getattr(node, "lineno", None)
        hit = [n for n, loop in enumerate(loops) if line is None or loop.first <= line <= loop.last]
        for number in hit:
            if loops[number].whole:
                loops[number] = replace(loops[number], whole=False, reason=why, reason_line=line)
        if not hit:
            loops.append(_function(teller, line, why))
    return loops


def _function(teller: Teller, line: int | None, why: str) -> FoundLoop:
    """The innermost function around a line, or else the module, as a place that was not followed."""
    around = [scope for scope in teller.index.functions if line is not None and _around(scope, line)]
    if not around:
        return FoundLoop(Span(line or 1, 0, line or 1, 0), "<module>", False, why, line, line or 1, line or 1)
    scope = max(around, key=lambda scope: _lines(scope)[0])
    first, last = _lines(scope)
    return FoundLoop(teller.spans.of(scope.node), scope.name or "<lambda>", False, why, line, first, last)


def _around(scope: Scope, line: int) -> bool:
    first, last = _lines(scope)
    return first <= line <= last


def _lines(scope: Scope) -> tuple[int, int]:
    node: ast.AST = scope.node
    first = int(getattr(node, "lineno", 0))
    return first, int(getattr(node, "end_lineno", None) or first)
