"""Imports that a repair leaves without a use: plain ones go with it, others are named."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from flake8_toolloop.fixes import guards

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_WORD = re.compile(r"\w+")
_Import: TypeAlias = "ast.Import | ast.ImportFrom"


@dataclass(frozen=True)
class Idle:
    """What becomes of the imports that nothing uses after some edits."""

    edits: tuple[Edit, ...] = ()
    left: tuple[str, ...] = ()
    """The names whose imports are not plain enough to be taken out."""


def left_idle(code: Code, change: guards.Change) -> Idle:
    """The imports of the module that a change leaves without a use, taken out where that is sure to do no harm."""
    after = guards.parse(change.after)
    if after is None:
        return Idle()
    gone = _used(code.tree, change.before) - _used(after, change.after)
    bound = _bindings(code.tree)
    edits: list[Edit] = []
    left: list[str] = []
    for statement in code.tree.body if gone else ():
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        idle = [alias for alias in statement.names if _name(alias) in gone]
        if not idle or change.touches(code.start(statement), code.end(statement)):
            continue
        if _plain(code, statement) and all(_sure(alias, statement, bound) for alias in idle):
            edits.append(_without(code, statement, idle))
        else:
            left += map(_name, idle)
    return Idle(tuple(edits), tuple(left))


def _name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _used(tree: ast.Module, source: str) -> set[str]:
    """Names that are read, and words that may stand for names: in strings, in comments on types, in doctests."""
    documentation = {id(s.value) for s in ast.walk(tree) if isinstance(s, ast.Expr)}
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _may_name(node, documentation):
            used.update(_WORD.findall(node.value))
    for _, _, text in guards.comments(source):
        if "type:" in text:
            used.update(_WORD.findall(text))
    return used


def _may_name(node: ast.Constant, documentation: set[int]) -> bool:
    return id(node) not in documentation or ">>>" in str(node.value)


def _bindings(tree: ast.Module) -> Counter[str]:
    """How often each name is bound, wherever that is."""
    return Counter(_bound(tree))


def _bound(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.alias):
            yield _name(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def _plain(code: Code, statement: _Import) -> bool:
    """Whether an import has its lines to itself, without a comment, in a module through which no names are given."""
    if PurePath(code.path).name == "__init__.py" or PurePath(code.path).suffix == ".pyi":
        return False
    if isinstance(statement, ast.ImportFrom) and (statement.level or statement.module == "__future__"):
        return False
    lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    end = code.end(statement)
    alone = code.alone_before(code.start(statement)) and not code.source[end : code.line_end(end)].strip()
    return alone and not any(line in code.comments for line in lines)


def _sure(alias: ast.alias, statement: _Import, bound: Counter[str]) -> bool:
    """Whether an import gives one name, to this module only: `a.b` makes more than it names, `x as x` is for others."""
    dotted = isinstance(statement, ast.Import) and "." in alias.name
    return not dotted and alias.name not in ("*", alias.asname) and bound[_name(alias)] == 1


def _without(code: Code, statement: _Import, idle: Iterable[ast.alias]) -> Edit:
    """The statement without these names, or without itself where it has no others."""
    gone = list(idle)
    kept = [alias for alias in statement.names if alias not in gone]
    if kept:
        first, second = statement.names[0], statement.names[1]
        between = code.slice(code.end(first), code.start(second))
        text = between.join(code.text(alias) for alias in kept)
        return code.edit(code.start(first), code.end(statement.names[-1]), text)
    begin, end = code.line_start(code.start(statement)), code.line_end(code.end(statement))
    last = statement.end_lineno or statement.lineno
    above, below = code.line(statement.lineno - 1), code.line(last + 1)
    if below and not below.strip() and not above.strip():
        end = code.line_end(end)  # a group of its own goes with the blank line behind it
    return code.edit(begin, end, "")
