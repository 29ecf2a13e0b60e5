"""What is left open by a path through a loop over calls: where, and the result that would answer it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.called import element_of
from flake8_toolloop.fixes.opened import Made, Opened
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.flow.sinks import fields_of

if TYPE_CHECKING:
    from flake8_toolloop.fixes.called import Called
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.story import OpenCall

_OUT_OF_SIGHT = "the results of this loop are made out of sight: what the model should be told is for you to say"


def opened_target(reach: Reach, event: OpenCall) -> Target:
    """What the planner needs for a finding about a call that is left open."""
    if event.why == "return":
        return Target(reach.code, unreachable="all calls of the turn have to get a result before the function is left")
    if event.why == "again":
        return Target(reach.code, unreachable="the turn stands in the history already: take this one out")
    if event.why in ("forgotten", "left out"):
        return Target(reach.code, unreachable="the calls have to go together with their results, or neither")
    if event.why == "filter":
        return Target(reach.code, unreachable="the calls that the test leaves out need results of their own")
    if event.dialect.whole_message:
        return Target(reach.code, unreachable="what the model should be told about this call is for you to say")
    loop, node = event.loop_node, event.node
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or not isinstance(node, ast.stmt):
        return Target(reach.code, unreachable=_OUT_OF_SIGHT)
    called = element_of(loop)
    added = _added(reach, loop)
    if called is None or added is None:
        return Target(reach.code, unreachable=_OUT_OF_SIGHT)
    return Target(reach.code, opened=Opened(node, event.why, _answer(reach, event, added, called)))


def _added(reach: Reach, loop: ast.For | ast.AsyncFor) -> tuple[str, ast.expr] | None:
    """The list to which the loop appends its results, and one of them."""
    for sink in reach.teller.block_sinks:
        made = sink.literal.node
        if sink.kind != reach.teller.dialect.result or not reach.code.within(made, loop):
            continue
        if isinstance(made, ast.Call) and not reach.teller.sinks.is_wire_class(made):
            continue  # a carrier of the project's own: which fields an error has is not known
        owner = _appended_to(reach, made)
        if owner is not None and not _made_anew(loop, owner):
            return owner, made
    return None


def _appended_to(reach: Reach, made: ast.expr) -> str | None:
    """The list that a result is appended to, by itself or by a name that it is given first."""
    parent = reach.code.parents[made]
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == "append":
        return reach.code.text(parent.func.value)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        loads = reach.code.names(made).loads[parent.targets[0].id]
        owners = {owner for load in loads if (owner := _appended_to(reach, load)) is not None}
        return owners.pop() if len(owners) == 1 else None
    return None


def _made_anew(loop: ast.For | ast.AsyncFor, owner: str) -> bool:
    """Whether the loop binds the list: then it is another one each time."""
    root = owner.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]
    return any(
        isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id == root
        for statement in loop.body
        for n in ast.walk(statement)
    ) or any(isinstance(n, ast.Name) and n.id == root for n in ast.walk(loop.target))


def _answer(reach: Reach, event: OpenCall, added: tuple[str, ast.expr], called: Called) -> Made:
    """A result that tells of the error, in the style of those that are there."""
    owner, made = added
    dialect = reach.teller.dialect
    fields = {
        "type": f'"{dialect.result}"',
        dialect.result_id: called.field("id"),
        "content": _told(reach, event, called),
        "is_error": "True",
    }
    if isinstance(made, ast.Call):
        if "type" not in fields_of(made):
            del fields["type"]
        return Made(owner, f"{reach.code.text(made.func)}(", tuple(f"{k}={v}" for k, v in fields.items()), ")")
    return Made(owner, "{", tuple(f'"{k}": {v}' for k, v in fields.items()), "}")


def _told(reach: Reach, event: OpenCall, called: Called) -> str:
    """What the model is told, as an expression."""
    name = called.field("name").replace('"', "'")
    if event.why == "branch":
        return f'f"Error: unknown tool {{{name}}}"'
    handler = next((a for a in reach.code.ancestors(event.node) if isinstance(a, ast.ExceptHandler)), None)  # type: ignore[arg-type]
    if handler is not None and reach.code.within(handler, event.loop_node):  # type: ignore[arg-type]
        return f'f"Error: {{{handler.name}}}"' if handler.name else f'f"Error: {{{name}}} failed"'
    return f'f"Error: {{{name}}} was not run"'
