"""Stored messages that are given a new content: where that happens, of which list, and where the new list goes.

``m["content"] = ...`` in a loop over messages, ``{**m, "content": ...}``, a copy that takes the role over, a helper
that does so for one message.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.flow.histories import RETURNED, Node, function_of
from flake8_toolloop.flow.index import Binding, Where, place_of
from flake8_toolloop.flow.sinks import argument_of, fields_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_HOPS = 2
ITERATORS = frozenset({"enumerate", "reversed", "iter", "list", "tuple"})


@dataclass(frozen=True, eq=False)
class Source:
    """The list that a message is taken from."""

    node: Node
    where: Where
    sliced: ast.Slice | None = None
    chosen: tuple[ast.expr, ...] = ()
    """Tests by which the messages were picked out of it."""


@dataclass(frozen=True, eq=False)
class Rewrite:
    """One message of a stored list gets a new content."""

    node: ast.AST
    """The expression that one would edit."""
    content: ast.expr
    where: Where
    source: Source
    targets: tuple[tuple[Where, Node], ...]
    """The lists that hold the message afterwards, and where they get it; none where it is handed on at once."""
    wheres: tuple[Where, ...]
    """The places on the way, from the rewrite to the loop over the messages."""
    message: str = ""
    """The name that the message has there."""


class Rewrites:
    """Finds the rewrites of a file."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.index = teller.index
        self.lists = teller.histories
        self.key = teller.dialect.unit[-1]

    def found(self) -> Iterator[Rewrite]:
        for scope in (self.index.module, *self.index.functions):
            for mutations in list(scope.mutations.values()):
                for mutation in mutations:
                    if mutation.op == "set" and mutation.key == self.key and len(mutation.args) == 2:
                        yield from self.in_place(mutation.args[1], mutation.place, mutation.where)
        for literal in self.index.literals:
            node = literal.node
            message = self.copied_message(node) if isinstance(node, (ast.Dict, ast.Call)) else None
            if message is not None:
                content = fields_of(literal.node)[self.key]
                yield from self.copied(literal.node, content, message, literal.where)

    def copied_message(self, node: ast.Dict | ast.Call) -> str | None:
        """The message that a new one is made of: spread, or its role taken over."""
        fields = fields_of(node)
        if self.key not in fields:
            return None
        if isinstance(node, ast.Dict):
            spread = [v for k, v in zip(node.keys, node.values, strict=True) if k is None]
            role = fields.get("role")
            owner = spread[0] if spread else self.owner(role) if role is not None else None
        else:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            owner = node.args[0] if name in ("dict", "replace") and node.args else None
            if name == "dict" and not node.args and "role" in fields:
                owner = self.owner(fields["role"])
        return place_of(owner) if owner is not None else None

    def owner(self, node: ast.expr) -> ast.expr | None:
        """``m`` of ``m["role"]``, ``m.role`` and ``m.get("role")``."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            return node.func.value
        return node.value if isinstance(node, (ast.Attribute, ast.Subscript)) else None

    def in_place(self, content: ast.expr, message: str, where: Where) -> Iterator[Rewrite]:
        for source, wheres in self.sources(message, where):
            yield Rewrite(content, content, where, source, ((source.where, source.node),), wheres, message)

    def copied(self, node: ast.AST, content: ast.expr, message: str, where: Where) -> Iterator[Rewrite]:
        targets = tuple(self.taken(node, where))
        for source, wheres in self.sources(message, where):
            yield Rewrite(node, content, where, source, targets, wheres, message)

    # -- where the message comes from --------------------------------------------------------------------------------
    def sources(self, message: str, where: Where, hops: int = MAX_HOPS) -> Iterator[tuple[Source, tuple[Where, ...]]]:
        """The lists that a name's message is an element of, and the places on the way to the loop over them."""
        scope = where.scope
        bindings = [b for b in scope.bindings.get(message, ()) if b.kind in ("for", "comp")]
        for binding in bindings:
            source = self.iterated(binding.value, binding.where)
            if source is not None and around(binding, where):
                yield source, (where,)
                return
        for binding in scope.bindings.get(message, ()):
            value = binding.value
            if binding.kind == "assign" and isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice):
                place = place_of(value.value)
                if place is not None and not isinstance(value.slice, (ast.Constant, ast.UnaryOp)):
                    yield Source(self.lists.node(scope, place), binding.where), (where,)
                    return
        function = function_of(scope)
        if message in function.params and hops:
            for call in self.lists.sites.get(id(function), ()):
                argument = argument_of(function, message, call.node)
                place = place_of(argument) if argument is not None else None
                if place is not None:
                    for source, wheres in self.sources(place, call.where, hops - 1):
                        yield source, (where, *wheres)

    def iterated(self, node: ast.AST | None, where: Where, hops: int = 2) -> Source | None:
        """The list that a loop goes over: through ``enumerate``, slices and a selection made just before."""
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            return self.iterated(node.args[0], where) if name in ITERATORS and node.args else None
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            source = self.iterated(node.value, where, hops)
            return replace(source, sliced=node.slice) if source is not None else None
        if isinstance(node, ast.ListComp) and isinstance(node.elt, ast.Name):
            source = self.iterated(node.generators[0].iter, where, hops)
            return replace(source, chosen=tuple(node.generators[0].ifs)) if source is not None else None
        place = place_of(node) if node is not None else None
        if place is None:
            return None
        chosen = [b.value for b in where.scope.bindings.get(place, ()) if isinstance(b.value, ast.ListComp)]
        if len(chosen) == 1 == len(where.scope.bindings[place]) and hops:
            source = self.iterated(chosen[0], where, hops - 1)
            if source is not None:
                return source
        return Source(self.lists.node(where.scope, place), where)

    # -- where it goes -----------------------------------------------------------------------------------------------
    def taken(self, node: ast.AST, where: Where, hops: int = MAX_HOPS) -> Iterator[tuple[Where, Node]]:
        """The lists that take a message."""
        parent = self.index.parent(node)
        while isinstance(parent, (ast.IfExp, ast.NamedExpr, ast.BoolOp, ast.Starred)):
            node, parent = parent, self.index.parent(parent)
        scope = where.scope
        if isinstance(parent, (ast.ListComp, ast.GeneratorExp)) and parent.elt is node:
            for flow in self.lists.flows_of(parent):
                yield flow.where, flow.target
        elif isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and node in parent.args:
            place = place_of(parent.func.value) if parent.func.attr in ("append", "insert") else None
            if place is not None:
                yield where, self.lists.node(scope, place)
        elif isinstance(parent, (ast.Assign, ast.AnnAssign)):
            yield from self.assigned(parent, where)
        elif isinstance(parent, (ast.Return, ast.Lambda, ast.Yield)) and hops:
            function = function_of(scope)
            if isinstance(parent, ast.Yield):
                yield where, (id(function), RETURNED)
            for call in self.lists.sites.get(id(function), ()):
                yield from self.taken(call.node, call.where, hops - 1)

    def assigned(self, statement: ast.Assign | ast.AnnAssign, where: Where) -> Iterator[tuple[Where, Node]]:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        scope = where.scope
        if isinstance(target, ast.Subscript):
            place = place_of(target.value)
            if place is not None:
                yield where, self.lists.node(scope, place)
        elif isinstance(target, ast.Name):
            for place, mutations in scope.mutations.items():
                for mutation in mutations:
                    if (
                        mutation.op in ("append", "insert")
                        and mutation.where.order > where.order
                        and isinstance(mutation.args[-1], ast.Name)
                        and mutation.args[-1].id == target.id
                    ):
                        yield mutation.where, self.lists.node(scope, place)


def around(binding: Binding, where: Where) -> bool:
    """Whether what stands at ``where`` is inside the loop that binds a name."""
    at = where.frame
    while at is not None:
        if at.node is binding.node:
            return True
        at = at.parent
    return False
