"""From a result for one call, or a message for each result, to what the planner needs to answer all in one message."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.joining import join_of, over_messages
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import requests_of
from flake8_toolloop.flow.sinks import fields_of
from flake8_toolloop.flow.values import Atom, Record, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.story import Answered

_GIVEN = "{}() takes the first call, and another function answers it: let it give all of them"
_KEPT = "the turn goes back with this call alone: it and the answers would have to take all of them"
_ADDING = frozenset(["append", "add", "insert"])


def answered_target(reach: Reach, event: Answered, *, split: bool) -> Target:
    """What the planner needs for a finding about results."""
    return _split_target(reach, event) if split else _picked_target(reach, event)


# TLP201


def _picked_target(reach: Reach, event: Answered) -> Target:
    target = Target(reach.code, unreachable="the first call is taken in a way that is not followed")
    pick = event.picked_node
    if not isinstance(pick, (ast.expr, ast.stmt)):
        return target
    made = _in_scope_of(reach, event, pick)
    if made is None:
        return _elsewhere(reach, event, pick, target)
    if not reach.teller.dialect.whole_message and _is_message(reach, made):
        return replace(target, unreachable="a helper makes a message of one result: it would have to take all of them")
    result, per_call = _element(reach, made)
    return replace(target, pick=pick, result=result, kind=_kind(reach, event, pick), per_call=per_call)


def _elsewhere(reach: Reach, event: Answered, pick: ast.expr | ast.stmt, target: Target) -> Target:
    """The reason where the call is taken in one function and answered in another."""
    scope = reach.code.scope(pick)
    if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)) and event.result_node is not None:
        return replace(target, unreachable=_GIVEN.format(scope.name))
    if event.result_node is None:
        return replace(target, unreachable=_KEPT)
    return replace(target, pick=pick)


def _is_message(reach: Reach, made: ast.expr) -> bool:
    where = reach.where(made)
    return where is not None and any(
        isinstance(o.value, Record) and o.value.has("role") for o in options(reach.value(made, where))
    )


def _in_scope_of(reach: Reach, event: Answered, pick: ast.AST) -> ast.expr | None:
    """The result, or the call of the helper that makes it, in the function that takes the call."""
    node = event.result_node
    if not isinstance(node, ast.expr):
        return None
    if reach.code.scope(node) is reach.code.scope(pick):
        return node
    where = reach.where(node)
    scope = where.scope if where is not None else None
    if scope is None:
        return None
    calls = [c.node for c in reach.teller.sinks.sites(scope) if reach.code.scope(c.node) is reach.code.scope(pick)]
    return calls[0] if len(calls) == 1 else None


def _element(reach: Reach, made: ast.expr) -> tuple[ast.expr | None, bool]:
    """The element of a message's content that a result becomes, and whether its statement is to run for each call."""
    parent = reach.code.parents[made]
    if isinstance(parent, ast.Await):
        made, parent = parent, reach.code.parents[parent]
    if isinstance(parent, ast.List):
        return made, False
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr in _ADDING:
        return made, True
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        loads = reach.code.names(made).loads[parent.targets[0].id]
        found = [element for load in loads if (element := _element(reach, load))[0] is not None]
        if len(found) == 1:
            return found[0]
    return None, False


def _kind(reach: Reach, event: Answered, pick: ast.expr | ast.stmt) -> str | None:
    """The test for a call, where the first of all blocks is taken and not of the calls."""
    owner = pick.value if isinstance(pick, (ast.Subscript, ast.Assign)) else None
    where = reach.where(pick)
    if owner is None or where is None:
        return None
    unit = reach.teller.dialect.unit[-1]
    found = [o.value for o in options(reach.value(owner, where))]
    if not any(isinstance(value, Atom) and value.path[-1:] == (unit,) for value in found):
        return None
    field = '["type"]' if _by_key(reach, event, owner) else ".type"
    return f'{{}}{field} == "{reach.teller.dialect.call}"'


def _by_key(reach: Reach, event: Answered, owner: ast.expr) -> bool:
    """Whether blocks are read like dicts: as the turn is read, or else as the answer reads the call's id."""
    if isinstance(owner, (ast.Subscript, ast.Call, ast.Attribute)):
        return not isinstance(owner, ast.Attribute)
    node = event.result_node
    ident = fields_of(node).get(reach.teller.dialect.result_id) if isinstance(node, (ast.Dict, ast.Call)) else None
    return ident is not None and not isinstance(ident, ast.Attribute)


# TLP202


def _split_target(reach: Reach, event: Answered) -> Target:
    target = Target(reach.code, join=join_of(reach, event))
    loop = event.loop_node
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or over_messages(reach, loop.target, loop):
        return target
    where = reach.where(loop)
    scope = where.scope if where is not None else None
    return replace(
        target,
        loop=loop,
        contents=tuple(result_contents(reach, loop)),
        requests=tuple(requests_of(reach, scope) if scope else ()),
    )


def result_contents(reach: Reach, loop: ast.For | ast.AsyncFor) -> Iterator[ast.expr]:
    """The contents of the messages in the loop that hold a result."""
    for sink in reach.teller.message_sinks:
        if sink.role not in (None, reach.teller.dialect.user) or not reach.code.within(sink.literal.node, loop):
            continue
        value = reach.value(sink.content, sink.where)
        for option in options(value):
            parts = reach.prov.parts(option.value)
            records = [o.value for p in parts for o in options(p.value) if isinstance(o.value, Record)]
            if any(r.has(reach.teller.dialect.result_id) for r in records):
                yield sink.content
                break
