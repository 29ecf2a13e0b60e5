"""Conditions as text: turned round, and whether two of them can hold together."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code

_OPPOSITE: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


def negated(code: Code, test: ast.expr) -> str:
    """The text of a condition turned round."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return code.text(test.operand)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _OPPOSITE:
        left, right = code.text(test.left), code.text(test.comparators[0])
        return f"{left} {_OPPOSITE[type(test.ops[0])]} {right}"
    if isinstance(test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)):
        return f"not {code.text(test)}"
    return f"not ({code.text(test)})"


def exclusive(one: ast.expr, other: ast.expr) -> bool:
    """Whether two tests of one subject cannot hold together: different types of block, as a rule."""
    first, second = _choices(one), _choices(other)
    if first is None or second is None:
        return False
    return first[0] == second[0] and first[1] == second[1] and not first[2] & second[2]


def _choices(test: ast.expr) -> tuple[str, str, frozenset[str]] | None:
    """What a test compares, how, and with which constants or classes."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return next((found for value in test.values if (found := _choices(value))), None)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        subject, right = ast.dump(test.left), test.comparators[0]
        if isinstance(test.ops[0], ast.Eq):
            values: list[ast.expr] = [right]
        elif isinstance(test.ops[0], ast.In) and isinstance(right, (ast.Tuple, ast.List, ast.Set)):
            values = right.elts
        else:
            return None
        if not all(isinstance(value, ast.Constant) for value in values):
            return None
        return "value", subject, frozenset(ast.dump(value) for value in values)
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
        return _classes(test)
    return None


def _classes(test: ast.Call) -> tuple[str, str, frozenset[str]] | None:
    if len(test.args) != 2:
        return None
    subject, classes = test.args
    options = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    names = [option.attr if isinstance(option, ast.Attribute) else getattr(option, "id", "") for option in options]
    # Any two classes may share an instance; the classes of an SDK's union of blocks do not.
    if all(name.endswith(("Block", "BlockParam", "Item", "Call", "Message", "Part", "Content")) for name in names):
        return "class", ast.dump(subject), frozenset(names)
    return None
