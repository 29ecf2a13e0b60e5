"""What it takes to put a turn before its results: the place, the history's name, the text of the turn there."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.readers import readers_of
from flake8_toolloop.fixes.unit import Absent, unit
from flake8_toolloop.flow.index import place_of
from flake8_toolloop.flow.values import Atom, options

if TYPE_CHECKING:
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.index import Where
    from flake8_toolloop.flow.story import TurnMissing

_TOLD = "what came of its calls is sent as text: it would have to become results, tied to the calls by their ids"
_UNSEEN = "the history is put together out of sight"


def missing_target(reach: Reach, event: TurnMissing) -> Target:
    """What the planner needs to put the turn in."""
    code = reach.code
    target = Target(code)
    if event.runner is not None:
        assert isinstance(event.node, ast.Call)
        return replace(target, first=event.node.args[0], unit=event.turn, objects=False)
    if event.told:
        return replace(target, unreachable=_TOLD)
    node, message = event.node, event.message_node
    if node is None or message is None:
        return replace(target, unreachable=_UNSEEN)
    statement = _outside_of_calls(reach, event, code.statement(node))
    inner = code.parents.get(message)
    beside = isinstance(inner, ast.List) and code.within(message, node) and statement is code.statement(node)
    where = reach.where(node) if beside else reach.teller.index.statements.get(id(statement))
    if where is None:
        return replace(target, unreachable=_UNSEEN)
    keys = frozenset((root, reach.teller.dialect.unit) for root in event.roots)
    found = unit(reach, Absent(where, keys, []))
    if isinstance(found, str):
        return replace(target, unreachable=found)
    text, objects = found
    target = replace(target, unit=text, objects=objects)
    if event.place is not None:
        readers = readers_of(reach, event.where.scope, event.place)
        shown = f"{readers.shown} reads the history and" if readers.shown else None
        if not shown and readers.escapes and objects:
            shown = "readers of the history that are out of sight"
        target = replace(target, dumped=readers.dumped, shown=shown)
    if beside:
        return replace(target, first=message, per_call=True)  # type: ignore[arg-type]
    history = _history(reach, event, where)
    return replace(target, before=statement, history=history, unreachable=_UNSEEN)


def _outside_of_calls(reach: Reach, event: TurnMissing, statement: ast.stmt) -> ast.stmt:
    """The statement, or the outermost loop over the calls that it stands in: not one in which requests are made."""
    requests = [c.node for c in event.where.scope.calls if _gives_turn(reach, event, c.node, c.where)]
    for outer in reach.code.ancestors(statement):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.While)):
            break
        if isinstance(outer, (ast.For, ast.AsyncFor)):
            if any(reach.code.within(request, outer) for request in requests):
                break
            statement = outer
    return statement


def _gives_turn(reach: Reach, event: TurnMissing, call: ast.Call, where: Where) -> bool:
    found = (o.value for o in options(reach.value(call, where)))
    return any(isinstance(v, Atom) and v.root in event.roots and not v.path for v in found)


def _history(reach: Reach, event: TurnMissing, where: Where) -> str | None:
    """The history as the function writes it."""
    for node in ast.walk(where.scope.node):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and place_of(node) == event.place:
            return reach.code.text(node)
    return None
