"""What would no longer happen if an expression were not evaluated."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.code import Code

_PURE_FUNCTIONS = frozenset(
    """abs all any bool bytes cast dict enumerate filter float format frozenset getattr hasattr hash id int isinstance
    issubclass iter len list map max min next range repr reversed round set sorted str sum tuple type vars zip
    deepcopy copy dumps loads""".split()  # noqa: SIM905
)
_PURE_METHODS = frozenset(
    """model_dump model_dump_json model_copy model_construct model_validate to_dict to_json to_param dict json copy
    deepcopy get items keys values strip lstrip rstrip replace join split rsplit splitlines partition startswith
    endswith lower upper title format encode decode removeprefix removesuffix casefold count index find dumps loads
    isoformat sub match search findall fullmatch chain""".split()  # noqa: SIM905
)
_ACTS = re.compile(
    r"(?:^|_)(?:run|exec|execute|invoke|dispatch|perform|send|post|put|write|save|store|log|print|emit|publish|notify"
    r"|record|submit|push|call|handle|commit|delete|remove|update|set|add|append|extend|insert|register|input|open"
    r"|debug|info|warning|error|exception|pop|clear|request|create)(?:_|$)",
    re.IGNORECASE,
)
_CONVERTS = re.compile(
    r"_*(?:to|as|make|build|convert|format|serial|parse|from|dump|clean|is|has|normal|sanit|strip|block|encode|decode|get)"
    r"(?![a-z])|_*(?:convert|format|serial|parse|normal|sanit|clean|block)",
    re.IGNORECASE,
)
_FILLS = frozenset(["append", "extend", "insert", "add", "update", "setdefault"])


def acts(code: Code, node: ast.AST) -> str | None:
    """What evaluating the node does besides giving a value, as far as its words show."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            return code.text(inner)
        if isinstance(inner, ast.Call) and not _is_pure(code, inner, depth=2):
            name = _name(inner)
            if _ACTS.search(name) and not _CONVERTS.match(name):
                return f"{name}()"
    return None


def unknown_calls(code: Code, node: ast.AST) -> list[str]:
    """The calls in the node of which nothing shows that they do nothing but give a value."""
    calls = [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    return [f"{_name(call)}()" for call in calls if not _is_pure(code, call, depth=2)]


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    if isinstance(call.func, ast.Subscript) and isinstance(call.func.value, ast.Name):
        return f"{call.func.value.id}[...]"
    return call.func.id if isinstance(call.func, ast.Name) else "a function"


def _is_pure(code: Code, call: ast.Call, depth: int) -> bool:
    name = _name(call)
    if isinstance(call.func, ast.Attribute) and name in _PURE_METHODS:
        return True
    if name in _PURE_FUNCTIONS or name.lstrip("_")[:1].isupper():
        return True
    if isinstance(call.func, ast.Subscript):
        return depth > 0 and _pure_table(code, call.func.value, depth - 1)
    functions = list(_functions(code, call.func))
    return bool(functions) and depth > 0 and all(_returns_only(code, function, depth - 1) for function in functions)


def _pure_table(code: Code, table: ast.expr, depth: int) -> bool:
    """Whether a name is a table of lambdas that only compute values, made on the module's level."""
    values = [
        statement.value
        for statement in code.tree.body
        if isinstance(statement, ast.Assign) and isinstance(table, ast.Name)
        if any(isinstance(target, ast.Name) and target.id == table.id for target in statement.targets)
    ]
    return bool(values) and all(isinstance(value, ast.Dict) and _lambdas(code, value, depth) for value in values)


def _lambdas(code: Code, table: ast.Dict, depth: int) -> bool:
    calls = [call for value in table.values for call in ast.walk(value) if isinstance(call, ast.Call)]
    return all(isinstance(value, ast.Lambda) for value in table.values) and all(_is_pure(code, c, depth) for c in calls)


def _functions(code: Code, func: ast.expr) -> Iterator[ast.FunctionDef]:
    """The functions of this module that a call may mean; those of other modules are not known."""
    methods = isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in ("self", "cls")
    name = func.attr if methods and isinstance(func, ast.Attribute) else getattr(func, "id", None)
    for node in ast.walk(code.tree):
        if not isinstance(node, ast.FunctionDef) or node.name != name:
            continue
        if isinstance(code.parents[node], ast.ClassDef) == methods:
            yield node


def _returns_only(code: Code, function: ast.FunctionDef, depth: int) -> bool:
    """Whether a function only computes its value: it binds its own names, and fills lists and dicts that it made."""
    made = set()
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_made(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made |= {target.id for target in targets if isinstance(target, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Raise, ast.Delete, ast.With)):
            return False
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            if isinstance(node.ctx, ast.Load) or _is_one_of(node.value, made):
                continue
            return False
        if isinstance(node, ast.Call) and not _is_pure(code, node, depth):
            func = node.func
            if not (isinstance(func, ast.Attribute) and func.attr in _FILLS and _is_one_of(func.value, made)):
                return False
    return True


def _is_made(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in ("list", "dict", "set")
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp))


def _is_one_of(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names
