"""Whether a file treats what it stores as plain data: it serialises it, or reads blocks of contents like dicts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import dotted, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.code import Code

_DUMPS = frozenset(["dump", "dumps", "model_dump_json"])
_COPIES = frozenset(["asdict", "astuple", "model_dump", "to_dict", "dict", "vars"])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def plain_elsewhere(code: Code, place: str | None) -> str | None:
    """What in the file wants plain data in a history, whoever hands it there, as a phrase; None where nothing does.

    This goes by the attribute's name and by the shape of what is read, wherever that stands: enough to prefer the form
    that every reader can take, and no proof that this very list gets there.
    """
    found = [_block_read(code.tree)]
    if place is not None and "." in place:
        found.append(_serialised(code, place.rsplit(".", 1)[1]))
    return next((f"{phrase} on line {node.lineno}" for each in found if each for phrase, node in [each]), None)


def _block_read(tree: ast.Module) -> tuple[str, ast.expr] | None:
    """Where a block of some message's content is asked like a dict."""
    for function in _functions(tree):
        nodes = list(_own(function))
        contents = {
            place
            for node in nodes
            if isinstance(node, ast.Assign) and _is_content(node.value)
            for target in node.targets
            if (place := place_of(target)) is not None
        }
        for node in nodes:
            if not isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
                continue
            target, source = node.target, node.iter
            if isinstance(source, ast.Call) and dotted(source.func) == "enumerate" and source.args:
                source = source.args[0]
                target = target.elts[-1] if isinstance(target, ast.Tuple) else target
            if isinstance(source, ast.BoolOp):
                source = source.values[0]
            if not isinstance(target, ast.Name) or not (_is_content(source) or place_of(source) in contents):
                continue
            read = next((n for n in nodes if isinstance(n, ast.expr) and _asks(n, target.id)), None)
            if read is not None:
                return "the key that is read", read
    return None


def _is_content(node: ast.expr) -> bool:
    """``message["content"]`` and ``message.get("content")``: of a message that is plain data itself."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "content"
    return _got(node) == "content"


def _asks(node: ast.expr, name: str) -> bool:
    if isinstance(node, ast.Subscript):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return isinstance(node.value, ast.Name) and node.value.id == name and isinstance(key, str)
    owner = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id == name and _got(node) is not None


def _got(node: ast.expr) -> str | None:
    """The key of ``x.get("key")``."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"):
        return None
    key = node.args[0] if node.args else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _serialised(code: Code, attribute: str) -> tuple[str, ast.expr] | None:
    """Where an attribute of that name, or what it is put into, is turned into JSON or into dicts."""
    givers = {
        function.name
        for function in _functions(code.tree)
        if isinstance(function, _FUNCTIONS)
        and any(
            isinstance(n, ast.Return) and isinstance(n.value, ast.Dict) and _holds(n.value, attribute, ())
            for n in _own(function)
        )
    }
    is_field = _is_field(code.tree, attribute)
    for function in _functions(code.tree):
        nodes = list(_own(function))
        holders = _holders(nodes, attribute)
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            name = dotted(node.func).split(".")[-1]
            given = [*node.args, *(k.value for k in node.keywords)]
            if name in _DUMPS and any(_holds(a, attribute, holders) or _calls(a, givers) for a in given):
                return f"{name}()", node
            if name in ("asdict", "astuple", "model_dump_json") and is_field:
                return f"{name}()", node
    return None


def _holders(nodes: Iterable[ast.AST], attribute: str) -> set[str]:
    """The names of a function that hold the attribute's value: in a literal, by a key, as a copy."""
    found: set[str] = set()
    for _ in range(2):
        for node in nodes:
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                kept = node.value
                is_holder = isinstance(kept, (ast.Dict, ast.List, ast.Tuple, ast.Attribute, ast.Name, ast.BinOp))
                is_holder = is_holder or (isinstance(kept, ast.Call) and dotted(kept.func).split(".")[-1] in _COPIES)
                if is_holder and _holds(kept, attribute, found):
                    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                        base = target
                        while isinstance(base, (ast.Subscript, ast.Attribute)):
                            base = base.value
                        if isinstance(base, ast.Name) and not isinstance(target, ast.Attribute):
                            found.add(base.id)
    return found


def _holds(node: ast.AST, attribute: str, holders: Iterable[str]) -> bool:
    """Whether an expression hands the attribute's value on, and not only its length."""
    if isinstance(node, ast.Attribute):
        return node.attr == attribute
    if isinstance(node, ast.Name):
        return node.id in holders
    if isinstance(node, ast.Call) and dotted(node.func) in ("len", "bool", "id", "type", "str", "repr"):
        return False
    return any(_holds(child, attribute, holders) for child in ast.iter_child_nodes(node))


def _calls(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(n, ast.Call) and dotted(n.func).split(".")[-1] in names for n in ast.walk(node))


def _is_field(tree: ast.Module, attribute: str) -> bool:
    """Whether a class of the file declares the attribute as a field."""
    return any(
        isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and statement.target.id == attribute
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
    )


def _functions(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef | ast.AsyncFunctionDef]:
    yield tree
    yield from (node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))


def _own(function: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function, those of the functions inside left aside."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop(0)
        yield node
        if not isinstance(node, _FUNCTIONS):
            todo[:0] = ast.iter_child_nodes(node)
