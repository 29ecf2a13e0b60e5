"""All nodes of a tree by their type, walked once: what stands inside a function or a loop is a slice of that."""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)

_LEAVES = frozenset({ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue})
_HOLD_NOTHING = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "type_comment", "type_ignores"})
"""Fields without nodes, or with such as the parser makes once for all: they stand nowhere."""
_fields: dict[type[ast.AST], tuple[str, ...]] = {}


class Nodes:
    """The nodes of one tree in the order in which they begin."""

    def __init__(self, tree: ast.AST) -> None:
        self.by_type: dict[type[ast.AST], tuple[list[int], list[ast.AST]]] = {}
        self.spans: dict[int, tuple[int, int]] = {}
        """The number of a node that has others in it, and the first number after all of those."""
        self._walk(tree)

    def of(self, kind: type[Node]) -> list[Node]:
        """All nodes of a type. Not to be changed."""
        found: list[Node] = self.by_type.get(kind, ([], []))[1]  # type: ignore[assignment]
        return found

    def within(self, node: ast.AST, kind: type[Node]) -> list[Node]:
        """The nodes of a type in another one, which counts as well."""
        numbers, nodes = self.by_type.get(kind, ([], []))
        span = self.spans.get(id(node))
        if span is None:  # a leaf, or a node of no tree
            return [n for n in ast.walk(node) if type(n) is kind]
        return nodes[bisect_left(numbers, span[0]) : bisect_left(numbers, span[1])]  # type: ignore[return-value]

    def _walk(self, tree: ast.AST) -> None:
        by_type, spans = self.by_type, self.spans
        number = 0
        open_: list[ast.AST | tuple[int, int]] = [tree]
        while open_:
            node = open_.pop()
            if type(node) is tuple:
                spans[node[0]] = (node[1], number)
                continue
            kind = type(node)
            known = by_type.get(kind)  # type: ignore[arg-type]
            if known is None:
                known = by_type[kind] = ([], [])  # type: ignore[index]
            known[0].append(number)
            known[1].append(node)  # type: ignore[arg-type]
            if kind not in _LEAVES:
                open_.append((id(node), number))
                _open_children(node, open_)  # type: ignore[arg-type]
            number += 1


def _open_children(node: ast.AST, open_: list[ast.AST | tuple[int, int]]) -> None:
    kind = type(node)
    names = _fields.get(kind)
    if names is None:
        names = _fields[kind] = tuple(name for name in reversed(kind._fields) if name not in _HOLD_NOTHING)
    for name in names:
        value = getattr(node, name, None)
        if type(value) is list:
            open_.extend(item for item in reversed(value) if isinstance(item, ast.AST))
        elif isinstance(value, ast.AST):
            open_.append(value)
