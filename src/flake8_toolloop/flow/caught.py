"""Whether an exception that leaves a function is caught by a caller that goes on with the same history."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, Frame, Scope, chain_of, dotted

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def caught_outside(teller: Teller, scope: Scope, node: ast.stmt | None) -> bool:
    """Whether a caller goes on after an exception: it calls the function in a loop, in a ``try`` that swallows it."""
    raised = ""
    if isinstance(node, ast.Raise) and node.exc is not None:
        raised = dotted(node.exc.func if isinstance(node.exc, ast.Call) else node.exc).split(".")[-1]
    return any(goes_on(site, raised) for site in teller.sinks.sites(scope))


def goes_on(site: Call, raised: str) -> bool:
    """Whether a call stands in a ``try`` in a loop whose handler lets the loop go on with what it had before."""
    around = chain_of(site.where.frame)
    tries = [n for n, f in enumerate(around) if f.kind == "try" and f.branch == "body" and isinstance(f.node, ast.Try)]
    if not tries:
        return False
    loops = [f for f in around[: tries[-1]] if f.kind in ("while", "for") and f.branch == "body"]
    handlers = [h for h in around[tries[-1]].node.handlers if handles(h, raised)]  # type: ignore[attr-defined]
    if not loops or not handlers or made_inside(site, loops[-1]):
        return False
    leaving = (ast.Raise, ast.Return, ast.Break)
    quits = {"exit", "_exit", "clear", "reset", "pop"}
    return not any(
        isinstance(n, leaving) or (isinstance(n, ast.Call) and dotted(n.func).split(".")[-1] in quits)
        for n in ast.walk(handlers[0])
    )


def handles(handler: ast.ExceptHandler, raised: str) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {dotted(k).split(".")[-1] for k in kinds if k is not None}
    return handler.type is None or bool(names & {"Exception", "BaseException", raised})


def made_inside(site: Call, loop: Frame) -> bool:
    """Whether the object whose method is called, or the history that it is given, is new each time round."""
    func = site.node.func
    given = [*site.node.args, *(k.value for k in site.node.keywords)]
    given += [func.value] if isinstance(func, ast.Attribute) else []
    names = {n.id for g in given for n in ast.walk(g) if isinstance(n, ast.Name)}
    bound = [
        b
        for name in names
        for b in site.where.scope.bindings.get(name, ())
        if isinstance(b.value, (ast.Call, ast.List))
    ]
    return any(isinstance(g, (ast.List, ast.ListComp)) for g in given) or any(
        any(f is loop for f in chain_of(b.where.frame)) and not is_input(b.value) for b in bound
    )


def is_input(node: ast.AST | None) -> bool:
    """What the user says is another text each time, and no history."""
    return isinstance(node, ast.Call) and "input" in ast.dump(node.func)
