"""A module's text and tree, and what the rewrites ask of them."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from flake8_toolloop.findings import Edit
from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.edits import Lines
from flake8_toolloop.fixes.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.guards import Node
    from flake8_toolloop.flow.project import Neighbours

_USUAL = (79, 88, 100)
_LONG = 40
Scope: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Module"


@dataclass(frozen=True)
class Rewrite:
    """The edits of a rewrite, and why applying them may change more than the fault; empty where it is safe."""

    edits: tuple[Edit, ...]
    unsafe: tuple[str, ...] = ()


class Code:
    """A source text with its tree. The tree is never written to."""

    def __init__(
        self,
        source: str,
        tree: ast.Module | None = None,
        neighbours: Neighbours | None = None,
        path: str = "",
    ) -> None:
        self.source = source
        self.path = path
        self.tree = ast.parse(source) if tree is None else tree
        self.lines = Lines(source, neighbours.file_of) if neighbours is not None else Lines(source)
        self._names: dict[Scope, Names] = {}

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    @cached_property
    def comments(self) -> dict[int, tuple[int, str]]:
        """Column and text of the comment on a line."""
        return {line: (column, text) for line, column, text in guards.comments(self.source)}

    @cached_property
    def inside_strings(self) -> frozenset[int]:
        """The lines that begin inside a string: their indentation is part of a value."""
        found: set[int] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno is not None:
                value = getattr(node, "value", "")
                if isinstance(value, (str, bytes)):
                    found.update(self._string_lines(node.lineno, node.end_lineno))
        return frozenset(found)

    def _string_lines(self, first: int, last: int) -> Iterator[int]:
        # Strings that are joined implicitly may be indented freely, but not those in triple quotes.
        text = "".join(self.lines.lines[first - 1 : last])
        if last > first and ('"""' in text or "'''" in text or "\\" in text):
            yield from range(first + 1, last + 1)

    def start(self, node: Node) -> int:
        return self.lines.offsets(self.lines.span(node))[0]

    def end(self, node: Node) -> int:
        return self.lines.offsets(self.lines.span(node))[1]

    def text(self, node: Node) -> str:
        """The source of a node, with newlines as in an edit's content."""
        return self.slice(self.start(node), self.end(node))

    def slice(self, start: int, end: int) -> str:
        return self.source[start:end].replace("\r\n", "\n").replace("\r", "\n")

    def edit(self, start: int, end: int, content: str) -> Edit:
        return Edit(self.lines.spanning(start, end), content)

    def replace(self, node: Node, content: str) -> Edit:
        return Edit(self.lines.span(node), content)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node

    def within(self, node: ast.AST, outer: ast.AST) -> bool:
        """Whether a node is the other or stands in it."""
        return node is outer or any(ancestor is outer for ancestor in self.ancestors(node))

    def misplaced(self, node: ast.AST) -> bool:
        """Whether a node stands in an f-string of a Python that does not say where."""
        return sys.version_info < (3, 12) and any(isinstance(a, ast.JoinedStr) for a in self.ancestors(node))

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that the node is or stands in."""
        for candidate in (node, *self.ancestors(node)):
            if isinstance(candidate, ast.stmt):
                return candidate
        raise ValueError("a node without a statement")

    def scope(self, node: ast.AST) -> Scope:
        """The function, or else the module, that the node stands in."""
        for candidate in self.ancestors(node):
            if isinstance(candidate, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
                return candidate
        return self.tree

    def names(self, node: ast.AST) -> Names:
        """The names of the function, or else the module, that the node stands in."""
        scope = self.scope(node)
        if scope not in self._names:
            self._names[scope] = Names(scope)
        return self._names[scope]

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements that the statement is one of."""
        for _, value in ast.iter_fields(self.parents[statement]):
            if isinstance(value, list) and any(item is statement for item in value):
                return value
        raise ValueError("a statement without a block")

    def line_start(self, offset: int) -> int:
        return self.lines.starts[self.lines.position(offset)[0] - 1]

    def line_end(self, offset: int) -> int:
        """The offset behind the line's end."""
        line = self.lines.position(offset)[0]
        return self.lines.starts[line] if line < len(self.lines.starts) else len(self.source)

    def line(self, number: int) -> str:
        return self.lines.lines[number - 1] if 0 < number <= len(self.lines.lines) else ""

    def indent(self, node: Node) -> str:
        """The white space that the node's first line begins with."""
        line = self.line(node.lineno)
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    @cached_property
    def unit(self) -> str:
        """One step of indentation, as the file has it."""
        for node in ast.walk(self.tree):
            body = getattr(node, "body", None)
            if isinstance(node, ast.stmt) and isinstance(body, list) and body[0].lineno > node.lineno:
                outer, inner = self.indent(node), self.indent(body[0])
                if inner.startswith(outer) and len(inner) > len(outer):
                    return inner[len(outer) :]
        return "    "

    @cached_property
    def width(self) -> int:
        """How long lines may be: the usual limit that the file's code keeps; short files keep any by chance."""
        lengths = {number: len(line.rstrip("\r\n").expandtabs(4)) for number, line in enumerate(self.lines.lines, 1)}
        over = {number: length for number, length in lengths.items() if length > _USUAL[0]}
        longest = max((length for number, length in over.items() if not self._unbreakable(number)), default=0)
        limits = _USUAL if len(self.lines.lines) > 200 else _USUAL[1:]
        return next((limit for limit in limits if longest <= limit), 120)

    def _unbreakable(self, number: int) -> bool:
        """Whether a line is long for a text in it: no formatter breaks strings and comments."""
        return number in self.comments or number in self.inside_strings or number in self._long_strings

    @cached_property
    def _long_strings(self) -> frozenset[int]:
        """The lines on which a string ends that is long itself."""
        strings = (n for n in ast.walk(self.tree) if isinstance(n, (ast.Constant, ast.JoinedStr)))
        return frozenset(
            node.end_lineno
            for node in strings
            if node.end_lineno is not None
            and (isinstance(node, ast.JoinedStr) or isinstance(node.value, (str, bytes)))
            and (node.end_lineno > node.lineno or (node.end_col_offset or 0) - node.col_offset > _LONG)
        )

    @cached_property
    def _explodes(self) -> bool | None:
        votes = [
            call.args[0].lineno > (call.func.end_lineno or 0)
            for call in ast.walk(self.tree)
            if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords
            if isinstance(call.args[0], (ast.Dict, ast.List)) and call.args[0].end_lineno != call.args[0].lineno
        ]
        return sum(votes) * 2 > len(votes) if votes else None

    def explodes(self, node: Node) -> bool:
        """Whether a bracket that is the one argument of a call begins on a line of its own, as the file has it."""
        return self.alone_before(self.start(node)) if self._explodes is None else self._explodes

    def alone_before(self, offset: int) -> bool:
        """Whether only white space stands before the offset on its line."""
        return not self.source[self.line_start(offset) : offset].strip(" \t\f")

    def alone_after(self, offset: int) -> bool:
        """Whether only white space, a semicolon or a comment stands behind the offset on its line."""
        rest = self.source[offset : self.line_end(offset)].strip(" \t\f\r\n;")
        return not rest or rest.startswith("#")

    def shifted(self, first: int, last: int, old: str, new: str) -> str:
        """The lines from first to last with another indentation."""
        moved = []
        for number in range(first, last + 1):
            line = self.slice(self.lines.starts[number - 1], self.lines.starts[number])
            if number not in self.inside_strings and line.startswith(old):
                line = new + line[len(old) :]
            moved.append(line)
        return "".join(moved)
