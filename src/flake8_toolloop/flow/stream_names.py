"""How a file's readers of streams name events, deltas and blocks, through its functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Scope, dotted
from flake8_toolloop.flow.stream_tests import Path, Roles, accessed
from flake8_toolloop.flow.values import Const, Func, Listing, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


class StreamNames:
    """What the names of one reader, and of the functions that it hands events to, stand for."""

    def __init__(self, teller: Teller, scope: Scope, reading: list[Scope]) -> None:
        assert teller.dialect.events is not None
        self.teller = teller
        self.scope = scope
        self.events = teller.dialect.events
        self.reading = {id(s) for s in reading}
        """The functions of the file that tell deltas from one another."""
        self._roots: dict[int, set[Path]] = {}
        self._callees: dict[int, Scope | None] = {}

    def roots(self, scope: Scope, roles: Roles) -> set[Path]:
        """What events are reached by in a function: a delta or a block is taken from it, or its type is asked for."""
        if id(scope) not in self._roots:
            names = {self.events.start, self.events.piece, self.events.stop, self.events.end, *self.events.others}
            found: set[Path] = set()
            for node in own(scope):
                access = accessed(node)
                if access is not None and access[1] in (self.events.delta, self.events.block):
                    found.update(roles.paths(access[0]))
                if isinstance(node, ast.Compare):
                    values = self.constant(node.comparators[0], scope)
                    values = values if isinstance(values, (tuple, list, set)) else [values]
                    if any(isinstance(v, str) and v in names for v in values):
                        found.update(p[:-1] for p in roles.paths(node.left) if p[-1] == "type" and len(p) > 1)
            self._roots[id(scope)] = found
        return self._roots[id(scope)]

    def all_roots(self) -> Iterator[Path]:
        return (path for found in self._roots.values() for path in found)

    def is_root(self, path: Path) -> bool:
        return any(path in found for found in self._roots.values())

    def is_part(self, path: Path) -> bool:
        """Whether a value is an event or something of one."""
        return any(self.is_root(path[:n]) for n in range(1, len(path) + 1)) or (
            path[-1] in (self.events.delta, self.events.block)
        )

    def is_whole(self, path: Path, owner: str) -> bool:
        """Whether a path leads to an event (its own field counts in the helper's events)."""
        return owner == self.events.delta and self.is_root(path)

    def role(self, node: ast.expr, roles: Roles) -> str | None:
        """``event``, ``delta`` or ``block`` where an expression is all of one."""
        if not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BoolOp, ast.IfExp, ast.Await)):
            return None
        for path in roles.paths(node):
            if path[-1] == self.events.delta:
                return "delta"
            if path[-1] == self.events.block:
                return "block"
            if self.is_root(path):
                return "event"
        return None

    def raw_names(self) -> set[str]:
        """The names that the events are parsed from: lines, chunks of bytes."""
        found: set[str] = set()
        todo = [path[0] for paths in self._roots.values() for path in paths]
        for _ in range(3):
            more: list[str] = []
            for name in todo:
                for binding in self.scope.bindings.get(name, ()):
                    if binding.kind == "assign" and isinstance(binding.value, ast.expr):
                        more += [n.id for n in ast.walk(binding.value) if isinstance(n, ast.Name) and n.id not in found]
            found.update(more)
            todo = more
        return found

    def plain(self, value: ast.expr, node: ast.expr) -> bool:
        """Whether an assigned value is the field itself, with a default at most."""
        while isinstance(value, (ast.BoolOp, ast.Await)):
            value = value.values[0] if isinstance(value, ast.BoolOp) else value.value
        return value is node

    def constant(self, node: ast.expr, scope: Scope) -> object:
        """A constant, or a collection of them, also by its name."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return [self.constant(e, scope) for e in node.elts]
        if not isinstance(node, (ast.Name, ast.Attribute, ast.Call)):
            return None
        value = self.teller.prov.eval(node, self.teller.prov.env_end(scope))
        if isinstance(value, Const):
            return value.value
        if isinstance(value, Listing):
            return [p.value.value if isinstance(p.value, Const) else None for p in value.parts]
        return None

    def callee(self, call: ast.Call) -> Scope | None:
        """The function of the file that a call runs."""
        if id(call) not in self._callees:
            where = self.teller.index.where.get(id(call))
            found: Scope | None = None
            if where is not None:
                for option in options(self.teller.prov.eval(call.func, self.teller.prov.env_at(where))):
                    if isinstance(option.value, Func):
                        found = option.value.scope
                if found is None:
                    name = dotted(call.func).split(".")[-1]
                    indexed = next((c for c in where.scope.calls if c.node is call), None)
                    named = self.teller.index.by_name.get(name, [])
                    if indexed is not None and len(named) == 1 and self.teller.sinks.resolves(indexed, named[0]):
                        found = named[0]
            self._callees[id(call)] = found
        return self._callees[id(call)]


def own(scope: Scope) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions in it."""
    todo: list[ast.AST] = list(getattr(scope.node, "body", ())) if isinstance(scope.node.body, list) else []  # type: ignore[attr-defined]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
