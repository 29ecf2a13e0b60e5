"""The SDK's tool runner: it puts the turn and its results into its history itself, unless it is given messages."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.index import Call, ForNode, chain_of, dotted, exclusive
from flake8_toolloop.flow.story import Evidence, TurnMissing
from flake8_toolloop.flow.values import Atom, Const, Record, Root, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the rounds of a tool runner whose turn is left out of the messages that it is given."""
    for call in teller.index.calls_by_name.get(teller.dialect.runner_append, ()):
        teller.within_budget(call.node, lambda c=call: given(teller, c))  # type: ignore[misc]


def given(teller: Teller, call: Call) -> None:
    found = round_of(teller, call)
    if found is None:
        return
    runner, loop = found
    assert isinstance(loop.target, ast.Name)
    same = [c for c in calls_on(teller, call, runner) if not exclusive(c.where.frame, call.where.frame)]
    if any(c.name != call.name for c in same) or not all(left_out(teller, c, runner) for c in same):
        return
    if same[0] is not call:
        return  # said at the first one
    teller.story.missing.append(
        TurnMissing(
            teller.spans.of(call.node),
            teller.dialect,
            Evidence(Confidence.CERTAIN, (Related("model call", teller.spans.of(loop.iter), "the runner's rounds"),)),
            roots=frozenset({runner}),
            told=False,
            where=call.where,
            node=call.node,
            runner=call.name,
            turn=loop.target.id,
        )
    )


def round_of(teller: Teller, call: Call) -> tuple[Root, ForNode] | None:
    """The runner of a call and the loop over its rounds that the call stands in."""
    runner = runner_in(teller, call)
    if runner is None:
        return None
    for frame in reversed(chain_of(call.where.frame)):
        loop = frame.node
        if isinstance(loop, (ast.For, ast.AsyncFor)) and frame.branch == "body" and isinstance(loop.target, ast.Name):
            value = teller.prov.eval(loop.iter, teller.prov.env_at(call.where))
            if isinstance(value, Atom) and value.root == runner and not value.path:
                return runner, loop
    return None


def runner_in(teller: Teller, call: Call) -> Root | None:
    """The tool runner that a method is called on."""
    if not isinstance(call.node.func, ast.Attribute):
        return None
    value = teller.prov.eval(call.node.func.value, teller.prov.env_at(call.where))
    if not isinstance(value, Atom) or value.path or value.root.kind != "call":
        return None
    made = teller.node_of(value)
    named = dotted(made.func) if isinstance(made, ast.Call) else ""
    return value.root if any(named.endswith(ending) for ending in teller.dialect.runners) else None


def calls_on(teller: Teller, call: Call, runner: Root) -> list[Call]:
    """The calls of the function that change the runner's messages."""
    names = (teller.dialect.runner_append, *teller.dialect.runner_changes)
    return [c for c in call.where.scope.calls if c.name in names and runner_in(teller, c) == runner]


def left_out(teller: Teller, call: Call, runner: Root) -> bool:
    """Whether every message of the call is known, and none of them is the turn."""
    env = teller.prov.env_at(call.where)
    if call.node.keywords or not call.node.args or any(isinstance(a, ast.Starred) for a in call.node.args):
        return False
    for argument in call.node.args:
        for option in options(teller.prov.eval(argument, env)):
            value = option.value
            if isinstance(value, Record):
                role = value.get("role")
                if not (isinstance(role, Const) and role.value == teller.dialect.user):
                    return False
            elif not (
                isinstance(value, Atom)
                and value.root.name in teller.dialect.runner_results
                and not value.path
                and runner in {a.root for a in value.inputs if isinstance(a, Atom)}
            ):
                return False
    return True
