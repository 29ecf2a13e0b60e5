"""Readers of a stream that take the first call of each delta, whichever call it belongs to.

The deltas of parallel calls come one after the other, each with the index of its call: put together without it, two
calls become one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.answers import serial
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Scope
from flake8_toolloop.flow.story import Answered, Evidence
from flake8_toolloop.flow.values import atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the first reading of each such function, where the file answers calls or makes turns of them."""
    dialect = teller.dialect
    if in_tests(teller.path) or dialect.delta not in teller.index.attributes | teller.index.strings:
        return
    if not any(
        m.role == dialect.result or dialect.calls_field in teller.sinks.fields_given(m) for m in teller.message_sinks
    ):
        return  # nothing goes back: a form is filled in, or it is shown
    for scope in teller.index.functions:
        if scope.kind == "function" and puts_together(scope) and not reads_index(teller, scope):
            teller.within_budget(scope.node, lambda s=scope: first_reading(teller, s))  # type: ignore[misc]


def puts_together(scope: Scope) -> bool:
    """Whether a function adds the arguments of calls piece by piece."""
    additions = scope.file.nodes.within(scope.node, ast.AugAssign)
    added = [n.value for n in additions if isinstance(n.op, ast.Add)]
    return any(
        "arguments" in (getattr(n, "attr", None), getattr(n, "value", None)) for value in added for n in ast.walk(value)
    )


def reads_index(teller: Teller, scope: Scope) -> bool:
    """Whether the function asks which call a delta belongs to, or tells a new call by its id from the one before."""
    field = teller.dialect.delta_index
    for node in ast.walk(scope.node):
        if isinstance(node, ast.Attribute) and node.attr == field:
            return True
        key = node.slice if isinstance(node, ast.Subscript) else None
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get"
            and node.args
        ):
            key = node.args[0]
        if isinstance(key, ast.Constant) and key.value == field:
            return True
    return False


def first_reading(teller: Teller, scope: Scope) -> None:
    """``delta.tool_calls[0]``: the place to be told, with what the request says of parallel calls."""
    for node in ast.walk(scope.node):
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant) or node.slice.value != 0:
            continue
        if not calls_of_delta(teller, node, scope):
            continue
        event = Answered(teller.spans.of(node), teller.dialect, Evidence(Confidence.LIKELY), result_node=None)
        event.picked, event.serial, event.piece = event.span, serial(teller), True
        around = teller.spans.of(scope.node)
        told = [a.picked.line for a in teller.story.answers if a.picked is not None]
        if not any(around.line <= line <= around.end_line for line in told):
            teller.story.answers.append(event)
        return


def calls_of_delta(teller: Teller, node: ast.Subscript, scope: Scope) -> bool:
    """Whether what the first is taken of are the calls of a delta."""
    at: ast.AST | None = node
    while at is not None and not isinstance(at, ast.stmt):
        at = teller.index.parent(at)
    where = teller.index.statements.get(id(at))
    if where is None or where.scope is not scope:
        return False
    dialect = teller.dialect
    return any(
        dialect.delta in atom.path and atom.path[-1] == dialect.calls_field
        for atom in atoms(teller.prov.value_at(node.value, where))
    )
