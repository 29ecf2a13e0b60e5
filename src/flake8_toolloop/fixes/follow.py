"""A request that the loop over the calls sends after each result: what has to come once, behind all of them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.names import names_in
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_toolloop.fixes.code import Code

ONCE = "one request follows all results, and not one each"
_PROBLEM = "the loop over the calls sends a request itself"


def following(
    code: Code, loop: ast.For | ast.AsyncFor, sends: list[ast.stmt], requests: Iterable[ast.AST]
) -> list[ast.stmt] | str:
    """The statements behind the one that sends a result, from there to the end of its block, where one is a request.

    None of them may depend on the call, and nothing else in the loop on them; why they cannot move, otherwise.
    """
    inside = [request for request in requests if code.within(request, loop)]
    if not inside:
        return []
    if len(sends) != 1:
        return _PROBLEM
    block = code.block(sends[0])
    tail = block[block.index(sends[0]) + 1 :]
    if not tail or not all(any(code.within(request, s) for s in tail) for request in inside):
        return _PROBLEM
    around = [a for a in code.ancestors(sends[0]) if code.within(a, loop) and a is not loop]
    leaves = (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom)
    if not all(isinstance(a, ast.If) for a in around) or any(isinstance(n, leaves) for s in tail for n in ast.walk(s)):
        return _PROBLEM
    rest = _rest(loop.body, tail)
    made = _names([node for s in tail for node in ast.walk(s)], ast.Store)
    bound = _names([*ast.walk(loop.target), *rest], ast.Store)
    if names_in(tail) & (bound - made) or _names(rest, ast.Load) & made or bound & made:
        return _PROBLEM
    return tail


def _rest(body: list[ast.stmt], tail: list[ast.stmt]) -> list[ast.AST]:
    """All nodes of a loop's body outside the tail."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = [*body]
    while todo:
        node = todo.pop()
        if node not in tail:
            found.append(node)
            todo += ast.iter_child_nodes(node)
    return found


def _names(nodes: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """The names that the nodes themselves are, read or bound."""
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def moved(code: Code, tail: list[ast.stmt], indent: str) -> str:
    """The statements with the comments above them, at another indentation."""
    old = code.indent(tail[0])
    begin = Pruner(code, ()).above(code.line_start(code.start(tail[0])), old)
    first, last = code.lines.position(begin)[0], tail[-1].end_lineno or 0
    apart = "\n" if first > 1 and not code.line(first - 1).strip() else ""
    return apart + code.shifted(first, last, old, indent)
