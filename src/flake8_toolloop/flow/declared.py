"""Functions that the user has declared: house wrappers of the model call, and what changes a turn rightly."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Index, Scope, dotted
from flake8_toolloop.flow.values import Func

if TYPE_CHECKING:
    from flake8_toolloop.flow.provenance import Provenance
    from flake8_toolloop.flow.values import Env


class Declared:
    """Qualified names (``package.module.Class.method``) of functions."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        self.last = frozenset(name.rpartition(".")[2] for name in self.names)

    def __bool__(self) -> bool:
        return bool(self.names)

    def calls(self, prov: Provenance, node: ast.Call, env: Env) -> bool:
        """Whether a call is one of a declared function: by its name as imported, or by the function that it reaches."""
        func = node.func
        name = dotted(func)
        if name.rpartition(".")[2] not in self.last and not self.renamed(name, env.scope.file):
            return False
        if name in self.names or self.imported(name, env.scope.file):
            return True
        callee = prov.eval(func, env)
        return isinstance(callee, Func) and self.defines(callee.scope)

    def renamed(self, name: str, file: Index) -> bool:
        """Whether the first part of a name is imported from what ends like a declared one."""
        return file.imports.get(name.partition(".")[0], "").rpartition(".")[2] in self.last

    def imported(self, name: str, file: Index) -> bool:
        """Whether a name means a declared function by the imports of the file, relative ones by the file's folder."""
        first, dot, rest = name.partition(".")
        full = file.imports.get(first, first) + dot + rest
        level = len(full) - len(full.lstrip("."))
        if not level:
            return full in self.names
        folder = os.path.abspath(file.path).split(os.sep)[:-level]
        meant = [*folder, *full[level:].split(".")]
        return any(len(names) > 1 and ends(meant, names) for names in self.split())

    def defines(self, scope: Scope) -> bool:
        """Whether a function of a file is a declared one: by its module and the classes that it stands in."""
        if scope.name not in self.last or not scope.file.path:
            return False
        own: list[str] = []
        at: Scope | None = scope
        while at is not None and at.kind != "module":
            own.insert(0, at.name)
            at = at.parent
        parts = os.path.splitext(os.path.abspath(scope.file.path))[0].split(os.sep)
        module = parts[:-1] if parts[-1] == "__init__" else parts
        return any(names[-len(own) :] == own and ends(module, names[: -len(own)]) for names in self.split())

    def split(self) -> Iterator[list[str]]:
        return (name.split(".") for name in self.names)

    def lines(self, index: Index) -> list[tuple[int, int]]:
        """The first and last lines of the declared functions of a file."""
        found = (s.node for s in index.functions if self.defines(s)) if self.names else ()
        return [(n.lineno, n.end_lineno or n.lineno) for n in found if isinstance(n, ast.stmt)]


def ends(module: list[str], names: list[str]) -> bool:
    """Whether a module's path ends with these names."""
    return bool(names) and module[-len(names) :] == names
