"""What is known of the elements of a list: whether it is one at all, and whether they are dicts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.calls import class_name
from flake8_toolloop.flow.index import dotted, place_of
from flake8_toolloop.flow.values import Record, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.index import Scope

_NO_LIST = "whether `{}` is a list, whose last message can be looked at, is not known here"
_LISTS = ("list", "List", "Sequence", "MutableSequence")


def is_dict(reach: Reach, record: Record) -> bool:
    """Whether what is made is a dict when the code runs: a display, ``dict()``, a TypedDict."""
    if not isinstance(record.node, ast.Call):
        return True
    if record.cls is not None:
        bases = getattr(record.cls.node, "bases", ())
        return any(dotted(base).split(".")[-1] == "TypedDict" for base in bases)
    name = class_name(record.node.func)
    return name == "dict" or (
        name in reach.teller.dialect.message_types and not reach.teller.sinks.of_project(record.node.func)
    )


def unlike_list(reach: Reach, history: ast.expr) -> str | None:
    """Whether the history may be something else than a list."""
    where, place = reach.where(history), place_of(history)
    if where is None or place is None:
        return _NO_LIST.format(reach.code.text(history))
    known = [*_given(reach, where.scope, place)]
    if any(_is_list(node) for node in known) or _is_indexed(where.scope, place):
        return None
    first = place.split(".", maxsplit=1)[0]
    if place == first and first in where.scope.params and where.scope.params[first].annotation is None:
        return None
    return _NO_LIST.format(reach.code.text(history))


def _given(reach: Reach, scope: Scope, place: str) -> Iterator[ast.AST]:
    """What a place is bound to in the function, or in the methods of its class; and how it is annotated."""
    argument = scope.params.get(place)
    if argument is not None and argument.annotation is not None:
        yield argument.annotation
    for each, name in ((reach.teller.index.module, place), *_scopes(scope, place)):
        for binding in each.bindings.get(name, ()):
            if binding.value is not None:
                yield binding.value
    yield from _annotations(reach.code.tree, scope.node, place)


def _scopes(scope: Scope, place: str) -> Iterator[tuple[Scope, str]]:
    """The functions that have the same place, each with its own name of it: the methods for an attribute."""
    own, cls = scope.self_name(), scope.enclosing_class()
    if own is None or cls is None or not place.startswith(f"{own}."):
        yield scope, place
        return
    for method in cls.children:
        name = method.self_name()
        if method.is_function and name is not None:
            yield method, name + place[len(own) :]


def _annotations(tree: ast.Module, function: ast.AST, place: str) -> Iterator[ast.AST]:
    """``out: list[dict] = ...`` in the function, and a field of that name of a class in the file."""
    nodes = function if "." not in place else tree
    for node in ast.walk(nodes):
        if (
            isinstance(node, ast.AnnAssign)
            and (place_of(node.target) or "").split(".")[-1] == place.rsplit(".", maxsplit=1)[-1]
        ):
            yield node.annotation


def _is_list(node: ast.AST) -> bool:
    """Whether a value or an annotation is a list's."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return _is_list(ast.parse(node.value, mode="eval").body)
        except SyntaxError:
            return False
    if isinstance(node, (ast.List, ast.ListComp)):
        return True
    if isinstance(node, ast.Subscript):
        sliced = isinstance(node.slice, ast.Slice)
        return sliced or dotted(node.value).split(".")[-1] in _LISTS
    if isinstance(node, ast.BinOp):
        return _is_list(node.left) or _is_list(node.right)
    if isinstance(node, ast.BoolOp):
        return any(_is_list(value) for value in node.values)
    if isinstance(node, ast.Call):
        return dotted(node.func).split(".")[-1] in ("list", "sorted")
    return isinstance(node, (ast.Name, ast.Attribute)) and dotted(node).split(".")[-1] in _LISTS


def _is_indexed(scope: Scope, place: str) -> bool:
    """Whether the function itself takes items or slices of it."""
    return any(
        isinstance(node, ast.Subscript) and place_of(node.value) == place and not isinstance(node.slice, ast.Constant)
        for node in ast.walk(scope.node)
    )


def all_dicts(reach: Reach, history: ast.expr) -> bool:
    """Whether all that is put into the history in sight are dicts; what a parameter brings is not known."""
    where, place = reach.where(history), place_of(history)
    if where is None or place is None:
        return False
    given = [*_given(reach, where.scope, place)]
    if any(_of_dicts(node) for node in given):
        return True
    if place in where.scope.params or ("." not in place and place not in where.scope.bindings):
        return False
    lists = [node for node in given if isinstance(node, ast.List)]
    values = [(element, where.scope) for node in lists for element in node.elts]
    for scope, name in _scopes(where.scope, place):
        for mutation in scope.mutations.get(name, ()):
            if mutation.op in _OPAQUE:
                return False
            if mutation.op in ("append", "insert") and mutation.args:
                values.append((mutation.args[-1], scope))
    return all(_makes_dict(reach, node, scope) for node, scope in values)


_OPAQUE = ("extend", "iadd", "slice")


def _makes_dict(reach: Reach, node: ast.expr, scope: Scope) -> bool:
    """Whether an element is a dict: it is made as one, or the function reads its keys."""
    where = reach.where(node)
    found = [option.value for option in options(reach.value(node, where))] if where is not None else []
    if found and all(isinstance(value, Record) and is_dict(reach, value) for value in found):
        return True
    return isinstance(node, ast.Name) and any(_reads_key(inner, node.id) for inner in ast.walk(scope.node))


def _reads_key(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Subscript):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return isinstance(node.value, ast.Name) and node.value.id == name and isinstance(key, str)
    func = node.func if isinstance(node, ast.Call) else None
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "get"
        and isinstance(func.value, ast.Name)
        and func.value.id == name
    )


def _of_dicts(annotation: ast.AST) -> bool:
    """``list[dict[str, Any]]``, ``list[MessageParam]``: a list of dicts, by its annotation."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return False
    if not isinstance(annotation, ast.Subscript) or not _is_list(annotation):
        return False
    inner = annotation.slice
    name = dotted(inner.value if isinstance(inner, ast.Subscript) else inner).split(".")[-1]
    return name in ("dict", "Dict") or name.endswith("MessageParam")


def read_by_key(reach: Reach, history: ast.expr) -> bool:
    """Whether the file reads the elements of a list like dicts, where it goes through it or fills it."""
    place = place_of(history)
    where = reach.where(history)
    if place is None or where is None:
        return False
    names = {(id(scope), name) for scope, name in _scopes(where.scope, place)}
    for scope, name in _scopes(where.scope, place):
        for node in ast.walk(scope.node):
            if isinstance(node, (ast.For, ast.AsyncFor)) and place_of(node.iter) == name:
                if any(isinstance(node.target, ast.Name) and _reads_key(n, node.target.id) for n in ast.walk(node)):
                    return True
            elif isinstance(node, (ast.ListComp, ast.GeneratorExp)) and _comprehends(node, scope, name, names):
                return True
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
                constant = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
                if constant and place_of(node.value.value) == name:
                    return True
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                owner = node.func.value
                if isinstance(owner, ast.Subscript) and place_of(owner.value) == name:
                    return True
    return False


def _comprehends(node: ast.ListComp | ast.GeneratorExp, scope: Scope, name: str, names: set[tuple[int, str]]) -> bool:
    """Whether a comprehension goes through a list, or makes it, and reads its elements by their keys."""
    first = node.generators[0]
    if not isinstance(first.target, ast.Name):
        return False
    filtered = isinstance(node.elt, ast.Name) and node.elt.id == first.target.id
    made = filtered and any(b.value is node for b in scope.bindings.get(name, ()))
    goes_through = place_of(first.iter) == name and (id(scope), name) in names
    return (made or goes_through) and any(_reads_key(inner, first.target.id) for inner in ast.walk(node))
