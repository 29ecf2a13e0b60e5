"""Where a message that the code makes goes: into a list, to a request, to the caller; or nowhere that is known."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Scope
from flake8_toolloop.flow.sinks import MessageSink

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
                return call is not None and teller.prov.requests.spelled(call)
        elif isinstance(at, (ast.Return, ast.Yield, ast.YieldFrom, ast.AugAssign, ast.Lambda)):
            return True
        elif isinstance(at, (ast.Assign, ast.AnnAssign)):
            targets = at.targets if isinstance(at, ast.Assign) else [at.target]
            return any(named(teller, target, scope, names) for target in targets)
        elif isinstance(at, ast.stmt):
            return False
        inner, at = at, teller.index.parent(at)
    return True  # a lambda's body, a default: what takes it is not in the index


def named(teller: Teller, target: ast.expr, scope: Scope, names: int) -> bool:
    """Whether a name that is given a message hands it on; a field or an element of something keeps it."""
    if not isinstance(target, ast.Name):
        return True
    if names == 0:
        return False
    uses = [
        n for n in ast.walk(scope.node) if isinstance(n, ast.Name) and n.id == target.id and isinstance(n.ctx, ast.Load)
    ]
    return any(
        taken(teller, use, scope, names - 1) for use in uses if not isinstance(teller.index.parent(use), ast.Name)
    )
