"""Numbers that say where one element stands: the first of a kind, looked for in the whole list."""

from __future__ import annotations

import ast

from flake8_toolloop.flow.index import Scope, dotted


def one_position(node: ast.expr, scope: Scope) -> bool:
    """``types.index("tool_use")``, ``next(i for i, b in enumerate(xs) if b.type == "tool_use")``, or a name of one."""
    if isinstance(node, ast.Name):
        found = [b.value for b in scope.bindings.get(node.id, ()) if b.kind != "declared"]
        return len(found) == 1 and isinstance(found[0], ast.Call) and one_position(found[0], scope)
    if not isinstance(node, ast.Call) or not node.args:
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr == "index" and isinstance(node.args[0], ast.Constant)
    return dotted(node.func) == "next" and first_number(node.args[0])


def first_number(node: ast.expr) -> bool:
    """``i for i, b in enumerate(xs) if b.type == "a constant"``."""
    if not isinstance(node, ast.GeneratorExp) or len(node.generators) != 1:
        return False
    [generator] = node.generators
    target, source = generator.target, generator.iter
    counted = isinstance(source, ast.Call) and dotted(source.func) == "enumerate"
    if not (counted and isinstance(target, ast.Tuple) and isinstance(node.elt, ast.Name)):
        return False
    first = target.elts[0]
    asked = [n for t in generator.ifs for n in ast.walk(t) if isinstance(n, ast.Compare)]
    return (
        isinstance(first, ast.Name)
        and first.id == node.elt.id
        and bool(asked)
        and all(isinstance(c, ast.Constant) for n in asked for c in n.comparators)
    )
