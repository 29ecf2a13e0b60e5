"""Turns that are changed where they stand: to replay the unit would replay what was changed."""

from __future__ import annotations

import ast

TAKING = frozenset({"pop", "remove", "clear"})
REASON = "the turn itself is changed in place: make the change on a copy, for whoever needs it"


def changed_in_place(function: ast.AST, content: ast.expr, unit: str) -> bool:
    """Whether the content is the unit itself, by its own name or by another, and elements are taken out of it."""
    names = {unit}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == unit:
            names |= {ast.unparse(target) for target in node.targets}
    if ast.unparse(content) not in names:
        return False
    return any(place in names for node in ast.walk(function) for place in lessened(node))


def lessened(node: ast.AST) -> list[str]:
    """The lists that a statement or call takes elements out of where they stand."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKING:
        return [ast.unparse(node.func.value)]
    targets = node.targets if isinstance(node, (ast.Delete, ast.Assign)) else []
    found = [t for t in targets if isinstance(t, ast.Subscript)]
    kept = [t for t in found if isinstance(node, ast.Delete) or isinstance(t.slice, ast.Slice)]
    return [ast.unparse(t.value) for t in kept]
