"""Calls that a reader of a stream puts together from the deltas of a message: where they come from, by names.

Following the values leads nowhere (each call is made empty and filled piece by piece), and who fills them says enough.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Scope, Where, place_of
from flake8_toolloop.flow.values import atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_PLACES = 12
"""Names through which calls are traced back to the reader."""
MAX_HOPS = 2


def from_deltas(teller: Teller, node: ast.expr, where: Where, hops: int = MAX_HOPS) -> bool:
    """Whether an expression is made of what a loop over the calls of a message's deltas fills."""
    scope = where.scope
    filled = filled_in(teller, scope)
    waiting, seen = [node], set[str]()
    while waiting and len(seen) < MAX_PLACES:
        for part in ast.walk(waiting.pop()):
            place = place_of(part) if isinstance(part, (ast.Name, ast.Attribute)) else None
            if place is None or place in seen:
                continue
            seen.add(place)
            if place in filled:
                return True
            waiting += sources_of(scope, place)
            if hops and any(given_by_reader(teller, b.value, scope, hops) for b in scope.bindings.get(place, ())):
                return True
    return False


def sources_of(scope: Scope, place: str) -> Iterator[ast.expr]:
    """What a place is bound to, and what is put into it."""
    for binding in scope.bindings.get(place, ()):
        if isinstance(binding.value, ast.expr):
            yield binding.value
    for mutation in scope.mutations.get(place, ()):
        if mutation.op in ("append", "extend", "insert", "iadd"):
            yield from mutation.args


def given_by_reader(teller: Teller, value: ast.AST | None, scope: Scope, hops: int) -> bool:
    """Whether a function of the file gives what it has put together from a stream."""
    call = value.value if isinstance(value, ast.Await) else value
    callee = teller.histories.callee_of(call, scope) if isinstance(call, ast.Call) else None
    if callee is None or not filled_in(teller, callee):
        return False
    return any(e.value is not None and from_deltas(teller, e.value, e.where, hops - 1) for e in callee.returns)


def filled_in(teller: Teller, scope: Scope) -> set[str]:
    """The lists and maps that loops over the calls of deltas fill."""
    out: set[str] = set()
    for loop, where in scope.loops:
        if isinstance(loop, (ast.For, ast.AsyncFor)) and over_calls(teller, loop.iter, where):
            for statement in loop.body:
                out |= {place for n in ast.walk(statement) if (place := container(n)) is not None}
            out -= {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    return out


def container(node: ast.AST) -> str | None:
    """``calls`` of ``calls[i]``, ``calls.append(...)``, ``calls.setdefault(...)``."""
    if isinstance(node, ast.Subscript):
        return place_of(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        taking = node.func.attr in ("append", "setdefault", "get", "insert", "extend", "update")
        return place_of(node.func.value) if taking else None
    return None


def over_calls(teller: Teller, node: ast.expr, where: Where) -> bool:
    """Whether a loop goes over the calls of a delta."""
    dialect = teller.dialect
    return any(
        dialect.delta in atom.path and dialect.calls_field in atom.path
        for atom in atoms(teller.prov.value_at(node, where))
    )
