"""Elements that are taken out of a list: ``xs.remove(x)``, ``xs.pop(0)``, ``del xs[i]`` under tests of the element.

The list that is left is a filter of the one before: an element stays where the tests on the way to its removal fail.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Frame, Mutation, Test, beyond, dotted, place_of
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Env, Listing, Part, Value

if TYPE_CHECKING:
    from flake8_toolloop.flow.provenance import Provenance

AT_HAND = "\0removed"
"""The name by which a test asks for the element that it decides about."""
COPIES = frozenset({"list", "tuple", "reversed", "sorted", "enumerate"})


def left_over(prov: Provenance, value: Value, mutations: list[Mutation], env: Env) -> Value | None:
    """A list without what these mutations take out of it; None where it is not known which elements that are."""
    if not mutations or not isinstance(value, (Listing, Atom)):
        return None
    parts: list[Part] | None = prov.parts(value)
    for mutation in mutations:
        if parts is None or len(mutation.args) != 1:
            return None
        if mutation.op == "remove":
            parts = without(prov, parts, mutation, env)
        elif mutation.op in ("pop", "del"):
            parts = without_index(prov, parts, mutation, env)
        else:
            return None
    return Listing(tuple(parts), mutations[-1].node) if parts is not None else None


# -- by element --------------------------------------------------------------------------------------------------------
def without(prov: Provenance, parts: list[Part], mutation: Mutation, env: Env) -> list[Part] | None:
    """The parts after ``xs.remove(x)`` in a loop over them."""
    frames = beyond(mutation.where.frame, env.frame)
    if not any(f.kind == "for" for f in frames):
        return None
    for bound, conds, _ in prov.expand(frames, prov.moved(env, mutation.where)):
        gone = prov.eval(mutation.args[0], bound)
        if not is_element(gone):
            return None
        assert isinstance(gone, Atom)
        tests = [c for c in conds if c.env is bound]
        chosen = {(id(c.test), c.holds) for c in conds if c.env is not bound}
        stays = Cond(conjunction([(c.test, c.holds) for c in tests]), False, bound)
        same = {id(p) for p in parts if isinstance(p.value, Atom) and p.value.key == gone.key}
        if any(id(p) in same and chosen - {(id(c.test), c.holds) for c in p.conds} for p in parts):
            return None
        parts = [replace(p, conds=(*p.conds, stays)) if id(p) in same else p for p in parts]
    return parts


def is_element(value: Value) -> bool:
    return isinstance(value, Atom) and value.path[-1:] == (ELEMENT,)


def conjunction(tests: list[tuple[Test, bool]]) -> ast.expr:
    """Tests as one test that holds where all of them do."""
    values = [test if holds else ast.UnaryOp(ast.Not(), test) for test, holds in tests]  # type: ignore[arg-type]
    return ast.BoolOp(ast.And(), values) if values else ast.Constant(True)  # type: ignore[arg-type]


# -- by number ---------------------------------------------------------------------------------------------------------
def without_index(prov: Provenance, parts: list[Part], mutation: Mutation, env: Env) -> list[Part] | None:
    """The parts after ``xs.pop(0)`` or ``del xs[i]`` where the tests on the way ask for that very element."""
    index = mutation.args[0]
    if not isinstance(index, (ast.Name, ast.Constant)) or not all(is_element(p.value) for p in parts):
        return None
    frames = beyond(mutation.where.frame, env.frame)
    at_hand = {f"{mutation.place}[{ast.unparse(index)}]"}
    for frame in frames:
        if frame.kind == "for" and isinstance(index, ast.Name):
            at_hand |= numbered(frame, index.id, mutation.place)
    asked = Asking(mutation.place, at_hand)
    tests: list[tuple[Test, bool]] = []
    for frame in frames:
        for test, holds in frame.tests:
            if not isinstance(test, ast.expr):
                return None
            tests.append((asked.visit(copy.deepcopy(test)), holds))  # type: ignore[arg-type]
    if not asked.found:
        return None
    test = conjunction(tests)
    where = prov.moved(env, mutation.where)
    return [
        replace(p, conds=(*p.conds, Cond(test, False, replace(where, bound={**where.bound, AT_HAND: p.value}))))
        for p in parts
    ]


def numbered(frame: Frame, number: str, place: str) -> set[str]:
    """The name of the element in ``for number, element in enumerate(place)``, copies and reversals between."""
    loop = frame.node
    target = getattr(loop, "target", None)
    if not (
        isinstance(target, ast.Tuple) and len(target.elts) == 2 and all(isinstance(e, ast.Name) for e in target.elts)
    ):
        return set()
    source, counted = loop.iter, False  # type: ignore[attr-defined]
    while isinstance(source, ast.Call) and len(source.args) >= 1 and dotted(source.func) in COPIES:
        counted = counted or dotted(source.func) == "enumerate"
        source = source.args[0]
    first, second = (e.id for e in target.elts if isinstance(e, ast.Name))
    return {second} if counted and first == number and place_of(source) == place else set()


class Asking(ast.NodeTransformer):
    """Puts the element at hand where a test names it; that the list has elements is known where one is removed."""

    def __init__(self, place: str, at_hand: set[str]) -> None:
        self.place = place
        self.at_hand = at_hand
        self.found = False

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.Subscript, ast.Name)) and spelled(node) in self.at_hand:
            self.found = True
            return ast.Name(AT_HAND, ast.Load())
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self.truth(v) for v in node.values])
        visited: ast.AST = super().visit(node)
        return visited

    def truth(self, node: ast.expr) -> ast.expr:
        if place_of(node) == self.place:
            return ast.Constant(True)
        visited = self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited


def spelled(node: ast.Subscript | ast.Name) -> str:
    """``xs[i]`` as the place of the list and the index."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{place_of(node.value)}[{ast.unparse(node.slice)}]"
