"""Where a message that the code makes goes: into a list, to a request, to the caller; or nowhere that is known."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, Scope, dotted
from flake8_toolloop.flow.sinks import MessageSink, argument_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

LISTS = frozenset({"append", "appendleft", "extend", "insert", "add", "list", "tuple", "deepcopy", "copy"})
MAX_NAMES = 4
"""Names through which a message is handed on inside a function."""


def goes_on(teller: Teller, sink: MessageSink) -> bool:
    """Whether a message gets into a list of messages, to a request, or back to the caller."""
    return taken(teller, sink.literal.node, sink.scope, MAX_NAMES)


def taken(teller: Teller, node: ast.AST, scope: Scope, names: int) -> bool:
    """The same for an expression: what takes it, through the displays and conditions that it stands in."""
    at: ast.AST | None = teller.index.parent(node)
    inner = node
    while at is not None:
        if isinstance(at, ast.Call):
            if inner is at.func:
                return False
            name = at.func.attr if isinstance(at.func, ast.Attribute) else getattr(at.func, "id", "")
            if name in LISTS and name not in ("list", "tuple", "deepcopy", "copy"):
                return True
            if name not in LISTS:
                call = next((c for c in teller.index.calls_by_name.get(name, ()) if c.node is at), None)
                return call is not None and (
                    teller.prov.requests.spelled(call)
                    or kept_by(teller, call, inner, names)
                    or beside_results(teller, call)
                )
        elif isinstance(at, (ast.Return, ast.Yield, ast.YieldFrom, ast.AugAssign, ast.Lambda)):
            return True
        elif isinstance(at, (ast.Assign, ast.AnnAssign)):
            targets = at.targets if isinstance(at, ast.Assign) else [at.target]
            return any(named(teller, target, scope, names) for target in targets)
        elif isinstance(at, ast.stmt):
            return False
        inner, at = at, teller.index.parent(at)
    return True  # a lambda's body, a default: what takes it is not in the index


def kept_by(teller: Teller, call: Call, argument: ast.AST, names: int) -> bool:
    """Whether a function of the file puts what it is given into a list, or hands it on."""
    callee = next((s for s in teller.index.by_name.get(call.name, ()) if teller.sinks.resolves(call, s)), None)
    if callee is None or names == 0:
        return False
    given = {name: argument_of(callee, name, call.node) for name in callee.params}
    name = next((n for n, a in given.items() if a is argument or getattr(a, "value", None) is argument), None)
    return name is not None and any(taken(teller, use, callee, names - 1) for use in uses(callee, name))


def beside_results(teller: Teller, call: Call) -> bool:
    """``session.record(message)`` where the same function of somebody else takes the results, too."""
    func = dotted(call.node.func)
    if "." not in func:
        return False
    return any(
        sink.role == teller.dialect.result and given_to(teller, sink.literal.node) == func
        for sink in teller.message_sinks
        if sink.scope is call.where.scope
    )


def given_to(teller: Teller, node: ast.AST) -> str:
    """What a message is given to at once."""
    parent = teller.index.parent(node)
    return dotted(parent.func) if isinstance(parent, ast.Call) and parent.func is not node else ""


def uses(scope: Scope, name: str) -> list[ast.Name]:
    return [n for n in ast.walk(scope.node) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]


def named(teller: Teller, target: ast.expr, scope: Scope, names: int) -> bool:
    """Whether a name that is given a message hands it on; a field or an element of something keeps it."""
    if not isinstance(target, ast.Name):
        return True
    if names == 0:
        return False
    return any(
        taken(teller, use, scope, names - 1)
        for use in uses(scope, target.id)
        if not isinstance(teller.index.parent(use), ast.Name)
    )
