"""Whether there is a call at all at some place: the conditions around it and before it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.code import Code

_STOPS = ("tool_use", "tool_calls", "TOOL_USE")


def is_never_empty(code: Code, node: ast.stmt, calls: ast.expr | None) -> bool:
    """Whether there is a call where a statement is reached: the list of calls, or the stop reason, was tested."""
    subject = ast.unparse(calls) if calls else None
    return any(_says_some(test, subject, holds=holds) for test, holds in _conditions(code, node))


def _conditions(code: Code, node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The conditions that hold (or do not) where a statement is reached."""
    inner = node
    for outer in code.ancestors(node):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            break
        if isinstance(outer, (ast.If, ast.While)):
            if any(inner is s for s in outer.body):
                yield outer.test, True
            elif isinstance(outer, ast.If) and any(inner is s for s in outer.orelse):
                yield outer.test, False
        inner = outer
    for statement in (node, *code.ancestors(node)):
        if isinstance(statement, ast.stmt) and statement in code.parents:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                break
            block = code.block(statement)
            for earlier in block[: block.index(statement)]:
                if isinstance(earlier, ast.Assert):
                    yield earlier.test, True
                if isinstance(earlier, ast.If) and not earlier.orelse and _leaves(earlier.body):
                    yield earlier.test, False


def _leaves(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], (ast.Return, ast.Raise, ast.Break, ast.Continue))


def _says_some(test: ast.expr, subject: str | None, *, holds: bool) -> bool:
    """Whether a condition that holds (or does not) says that there is a call."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _says_some(test.operand, subject, holds=not holds)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And if holds else ast.Or):
        return any(_says_some(value, subject, holds=holds) for value in test.values)
    if holds and ast.unparse(test) == subject:
        return True
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    names_stop = "stop_reason" in ast.unparse(test.left) or "stopReason" in ast.unparse(test.left)
    right = test.comparators[0]
    is_call = isinstance(right, ast.Constant) and right.value in _STOPS
    return names_stop and is_call and isinstance(test.ops[0], ast.Eq if holds else ast.NotEq)
