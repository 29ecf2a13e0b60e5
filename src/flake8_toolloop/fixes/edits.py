"""Span edits: from ast positions to spans, from spans to offsets, and onto the text."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Edit, Fix, Span

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterable, Sequence

_QUOTED = re.compile(r'["\\]')
_NEWLINE = re.compile(r"\r\n|\r|\n")


def split_lines(source: str) -> list[str]:
    """The lines with their ends, broken where Python breaks them: form feeds and U+2028 are no line ends."""
    lines, start = [], 0
    for match in _NEWLINE.finditer(source):
        lines.append(source[start : match.end()])
        start = match.end()
    if start < len(source):
        lines.append(source[start:])
    return lines


class OtherFileError(Exception):
    """An edit was asked for at a node of another file; the text is that file's path."""


class Lines:
    """The lines of a source text, and the ways between offsets, line and column, and ast's UTF-8 columns."""

    def __init__(self, source: str, other_file: Callable[[ast.AST], str | None] = lambda _: None) -> None:
        self.source = source
        self.other_file = other_file
        self.lines = split_lines(source)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """The offset of a 1-based line and a 0-based column in code points."""
        return self.starts[line - 1] + column

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and 0-based column of an offset."""
        line = bisect_right(self.starts, offset)
        if line > len(self.lines) > 0 and not self.source.endswith(("\n", "\r")):
            line = len(self.lines)
        return line, offset - self.starts[line - 1]

    def column(self, line: int, utf8_column: int) -> int:
        """The column in code points of a column that ast gives in UTF-8 bytes."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return utf8_column
        return len(text.encode("utf-8", "surrogatepass")[:utf8_column].decode("utf-8", "ignore"))

    def span(self, node: ast.expr | ast.stmt | ast.excepthandler | ast.pattern | ast.keyword | ast.alias) -> Span:
        """The span of an ast node."""
        other = self.other_file(node)
        if other is not None:
            raise OtherFileError(other)
        end_line = node.end_lineno or node.lineno
        end_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Span(node.lineno, self.column(node.lineno, node.col_offset), end_line, self.column(end_line, end_column))

    def offsets(self, span: Span) -> tuple[int, int]:
        """The start and end offsets of a span."""
        return self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)

    def spanning(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        return Span(*self.position(start), *self.position(end))

    def newline_at(self, line: int) -> str:
        """The line end used at a line, or else by most lines."""
        match = _NEWLINE.search(self.lines[line - 1]) if 0 < line <= len(self.lines) else None
        return match.group() if match else dominant_newline(self.source)


def dominant_newline(source: str) -> str:
    """The line end that most lines of the text have."""
    counts = Counter(_NEWLINE.findall(source))
    return counts.most_common(1)[0][0] if counts else "\n"


def _adapted(content: str, newline: str) -> str:
    return content if newline == "\n" else re.sub(r"(?<!\r)\n", newline, content)


def _touch(one: Iterable[Span], other: Iterable[Span]) -> bool:
    """Whether any two spans overlap or are adjacent."""
    others = list(other)
    return any(
        (a.line, a.column) <= (b.end_line, b.end_column) and (b.line, b.column) <= (a.end_line, a.end_column)
        for a in one
        for b in others
    )


def select_fixes(fixes: Sequence[Fix]) -> list[int]:
    """The indexes, in source order, of the fixes that can be applied together: where two touch, the first wins."""
    order = sorted((i for i, fix in enumerate(fixes) if fix.edits), key=lambda i: min(e.span for e in fixes[i].edits))
    taken: list[Span] = []
    chosen = []
    for index in order:
        spans = [edit.span for edit in fixes[index].edits]
        if not _touch(spans, taken):
            taken += spans
            chosen.append(index)
    return chosen


def resolve(lines: Lines, edits: Iterable[Edit]) -> list[tuple[int, int, str]]:
    """The edits as sorted (start, end, text) offsets, in the text's newlines; raises ValueError where they overlap."""
    resolved = []
    for edit in edits:
        start, end = lines.offsets(edit.span)
        if not 0 <= start <= end <= len(lines.source):
            raise ValueError(f"edit outside the text: {edit}")
        resolved.append((start, end, _adapted(edit.content, lines.newline_at(edit.span.line))))
    resolved.sort(key=lambda item: item[:2])
    for (_, end, _), (start, _, _) in pairwise(resolved):
        if start < end:
            raise ValueError("overlapping edits in one fix")
    return resolved


def apply_edits(source: str, edits: Iterable[Edit]) -> str:
    """Apply all edits; everything outside their spans stays as it is."""
    return splice(source, resolve(Lines(source), edits))


def splice(source: str, resolved: Iterable[tuple[int, int, str]]) -> str:
    """Put sorted (start, end, text) replacements into the source."""
    parts, position = [], 0
    for start, end, content in resolved:
        parts += [source[position:start], content]
        position = end
    return "".join([*parts, source[position:]])


def quoted(path: str) -> str:
    """A path as git writes it in a diff: in quotes where it holds what would end its line or the quotes."""
    if path.isprintable() and not _QUOTED.search(path):
        return path
    octal = (f"\\{byte:03o}" if not 32 <= byte < 127 else chr(byte) for byte in path.encode("utf-8", "surrogateescape"))
    return '"' + "".join("\\" + c if c in '"\\' else c for c in octal) + '"'


def unified_diff(before: str, after: str, path: str) -> str:
    """A unified diff that ``patch`` and ``git apply`` read, in the text's own newlines."""
    if before == after:
        return ""
    old, new = (re.split(r"(?<=\n)", text) for text in (before, after))
    names = quoted(f"a/{path}"), quoted(f"b/{path}")
    diff = difflib.unified_diff([line for line in old if line], [line for line in new if line], *names)
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in diff)
