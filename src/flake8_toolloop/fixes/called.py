"""The call that a place of the code is about, as a text: the element of the innermost loop over calls around it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.flow import answers
from flake8_toolloop.flow.values import ELEMENT, Atom, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.story import Misnamed
    from flake8_toolloop.flow.values import Value

Over = ast.For | ast.AsyncFor | ast.comprehension


@dataclass(frozen=True)
class Called:
    """A loop's element that is a call, with the way in which the loop reads its fields."""

    name: str
    loop: ast.AST
    by_key: bool

    def field(self, name: str) -> str:
        """The text of a field of the call."""
        return f'{self.name}["{name}"]' if self.by_key else f"{self.name}.{name}"


def call_around(reach: Reach, node: ast.AST) -> Called | None:
    """The call that the innermost loop over calls (or over the blocks of a turn) around a node is about."""
    for around in reach.code.ancestors(node):
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return None
        for loop, region in _loops(around):
            if any(reach.code.within(node, part) for part in region):
                found = _call_of(reach, loop, around, node)
                if found is not None:
                    return found
    return None


def element_of(loop: ast.For | ast.AsyncFor) -> Called | None:
    """The call that is the element of a loop which is known to go over calls."""
    inside: list[ast.AST] = [*loop.body]
    for target in ast.walk(loop.target):
        by_key = _by_key(inside, target.id) if isinstance(target, ast.Name) else None
        if isinstance(target, ast.Name) and by_key is not None:
            return Called(target.id, loop, by_key)
    return None


def _loops(node: ast.AST) -> Iterator[tuple[Over, list[ast.AST]]]:
    """The loops that a node is, each with what runs for each of its elements."""
    if isinstance(node, (ast.For, ast.AsyncFor)):
        yield node, list(node.body)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        for generator in reversed(node.generators):
            yield generator, [node.elt, *generator.ifs]


def _call_of(reach: Reach, loop: Over, around: ast.AST, node: ast.AST) -> Called | None:
    """The loop's element, where it is a call of a turn."""
    inside: list[ast.AST] = [around] if isinstance(loop, ast.comprehension) else [*loop.body]
    where = reach.where(node)
    for target in ast.walk(loop.target):
        if not isinstance(target, ast.Name) or where is None:
            continue
        by_key = _by_key(inside, target.id)
        if by_key is not None and is_call(reach, reach.value(ast.Name(target.id, ast.Load()), where)):
            return Called(target.id, loop, by_key)
    return None


def is_call(reach: Reach, value: Value) -> bool:
    """Whether a value is an element of a turn or of a list of calls, on every alternative."""
    found = [o.value for o in options(value)]
    return bool(found) and all(
        isinstance(v, Atom) and v.path[-1:] == (ELEMENT,) and _holds_calls(reach, v) for v in found
    )


def _holds_calls(reach: Reach, value: Atom) -> bool:
    owner = Atom(value.root, value.path[:-1], value.node)
    return (
        reach.teller.judge.is_unit(owner)
        or owner.path[-1:] == reach.teller.dialect.unit
        or (bool(owner.path) and owner.path[-1] in answers.CALL_LISTS)
        or owner.root.name in answers.CALL_LISTS
    )


def _by_key(inside: list[ast.AST], name: str) -> bool | None:
    """Whether the loop reads its element's fields as keys; None where it reads none of a call's."""
    for top in inside:
        for node in ast.walk(top):
            if (
                isinstance(node, ast.Attribute)
                and _is(node.value, name)
                and node.attr in ("id", "name", "input", "type")
            ):
                return False
            if isinstance(node, ast.Subscript) and _is(node.value, name) and isinstance(node.slice, ast.Constant):
                return True
    return None


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


# TLP204


def misnamed_target(reach: Reach, event: Misnamed) -> Target:
    """What the planner needs for a finding about a result's id."""
    if event.why == "misaligned":
        return Target(
            reach.code, unreachable="which call each of these results belongs to is lost before: keep both together"
        )
    called = call_around(reach, event.node)
    if called is None:
        return Target(reach.code, unreachable="the call that this answers is out of reach here")
    return Target(reach.code, wrong=event.node, right=called.field("id"))
