"""Spans of nodes in code points."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Span

if TYPE_CHECKING:
    from flake8_toolloop.flow.project import Neighbours


class Spans:
    """The spans of the nodes of one file; nodes of its neighbours get spans that name their file."""

    def __init__(self, source: str, file: str = "", neighbours: Neighbours | None = None) -> None:
        self.lines = source.splitlines(keepends=True) if "\f" not in source and "\x0b" not in source else _lines(source)
        self.file = file
        self.neighbours = neighbours

    def of(self, node: ast.AST) -> Span:
        elsewhere = self.neighbours.span_of(node) if self.neighbours is not None else None
        if elsewhere is not None:
            return elsewhere
        line: int = node.lineno  # type: ignore[attr-defined]
        end_line: int = node.end_lineno or line  # type: ignore[attr-defined]
        return Span(
            line,
            self.column(line, node.col_offset),  # type: ignore[attr-defined]
            end_line,
            self.column(end_line, node.end_col_offset or 0),  # type: ignore[attr-defined]
            self.file,
        )

    def column(self, line: int, offset: int) -> int:
        if line > len(self.lines):
            return offset
        text = self.lines[line - 1]
        return (
            offset if text.isascii() else len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))
        )


def _lines(source: str) -> list[str]:
    """Lines as the compiler counts them: form feeds and the like do not end one."""
    out, start = [], 0
    for number, char in enumerate(source):
        if char == "\n" or (char == "\r" and source[number + 1 : number + 2] != "\n"):
            out.append(source[start : number + 1])
            start = number + 1
    out.append(source[start:])
    return out
