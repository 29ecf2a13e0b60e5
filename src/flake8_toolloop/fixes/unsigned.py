"""Files that also make deliberation without a signature, for providers that know none: an edit of it harms nothing."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.conditions import exclusive
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code


def made_unsigned(code: Code, kind: str, signature: str) -> ast.Dict | None:
    """A block of the kind that the file makes without a signature, and gives none later."""
    for node in ast.walk(code.tree):
        if not isinstance(node, ast.Dict) or None in node.keys:
            continue
        keys = {k.value: v for k, v in zip(node.keys, node.values, strict=True) if isinstance(k, ast.Constant)}
        said = keys.get("type")
        if not isinstance(said, ast.Constant) or said.value != kind or signature in keys or kind not in keys:
            continue
        inside = ast.walk(code.scope(node))
        if not any(isinstance(n, ast.Constant) and n.value == signature for n in inside):
            return node
    return None


def only_unsigned(code: Code, node: ast.expr | ast.stmt, signature: str) -> Rewrite | None:
    """The statement that edits a block under a test that it has no signature; None where it cannot be written so."""
    statement = code.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return None
    quote = code.text(target.slice)[0]
    asked = f"not {target.value.id}.get({quote}{signature}{quote})"
    parent = code.parents[statement]
    if isinstance(parent, ast.If) and parent.body == [statement]:
        later = Pruner(code, ()).branches(parent)[1:]
        if all(b.test is not None and exclusive(parent.test, b.test) for b in later):
            simple = isinstance(parent.test, (ast.Compare, ast.Call, ast.Name)) or _is_and(parent.test)
            text = code.text(parent.test)
            return Rewrite((code.replace(parent.test, f"{text if simple else f'({text})'} and {asked}"),))
    start, end = code.start(statement), code.end(statement)
    if not code.alone_before(start) or statement.end_lineno != statement.lineno:
        return None
    text = f"if {asked}:\n{code.indent(statement)}{code.unit}{code.text(statement)}"
    return Rewrite((code.edit(start, end, text),))


def _is_and(test: ast.expr) -> bool:
    return isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
