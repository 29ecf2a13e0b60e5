"""Which names a function reads and binds, and names that are free."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_toolloop.fixes.code import Code, Scope

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Names(ast.NodeVisitor):
    """The names of one scope: those that inner comprehensions, lambdas and functions bind for themselves left aside."""

    def __init__(self, scope: Scope) -> None:
        self.loads: dict[str, list[ast.Name]] = defaultdict(list)
        self.stores: dict[str, list[ast.AST]] = defaultdict(list)
        self.foreign: set[str] = set()
        """Parameters, and what is declared global or nonlocal, or bound from an inner function."""
        self._hidden: list[set[str]] = []
        if not isinstance(scope, ast.Module):
            self.foreign |= _parameters(scope.args)
        for statement in scope.body:
            self.visit(statement)

    def visit_Name(self, node: ast.Name) -> None:
        if any(node.id in hidden for hidden in self._hidden):
            return
        if isinstance(node.ctx, ast.Load):
            self.loads[node.id].append(node)
        else:
            self.stores[node.id].append(node)
            if self._hidden and not isinstance(node.ctx, ast.Del):
                self.foreign.add(node.id)

    def visit_Global(self, node: ast.Global) -> None:
        self.foreign.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.foreign.update(node.names)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.stores[node.name].append(node)
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.stores[(alias.asname or alias.name).split(".")[0]].append(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self.stores[alias.asname or alias.name].append(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name:
            self.stores[node.name].append(node)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self.stores[node.name].append(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.stores[node.name].append(node)
        for part in (*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d)):
            self.visit(part)
        inner = Names(node)
        bound = (_parameters(node.args) | set(inner.stores)) - _declared(node)
        self._inside(bound, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.stores[node.name].append(node)
        inner = (n for statement in node.body for n in ast.walk(statement) if isinstance(n, ast.Name))
        self.foreign |= {name.id for name in inner if isinstance(name.ctx, ast.Store)}
        for part in (*node.decorator_list, *node.bases, *node.keywords, *node.body):
            self.visit(part)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for part in (*node.args.defaults, *(d for d in node.args.kw_defaults if d)):
            self.visit(part)
        self._inside(_parameters(node.args), [node.body])

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, _COMPREHENSIONS):
            self._comprehension(node)
        else:
            super().generic_visit(node)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        first = node.generators[0].iter
        self.visit(first)
        bound = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for generator in node.generators:
            parts += [*([] if generator.iter is first else [generator.iter]), *generator.ifs]
        self._inside(bound, parts)

    def _inside(self, bound: set[str], nodes: Iterable[ast.AST]) -> None:
        self._hidden.append(bound)
        for node in nodes:
            self.visit(node)
        self._hidden.pop()


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {argument.arg for argument in every if argument}


def _declared(function: ast.AST) -> set[str]:
    return {n for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)) for n in node.names}


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """All names that stand in the nodes."""
    return {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def fresh(code: Code, near: ast.AST, wanted: Iterable[str]) -> str:
    """The first of the wanted names that is free in the function and on the module's level, or one with a number."""
    scope = code.scope(near)
    taken = names_in([scope]) | set(dir(builtins)) | set(keyword.kwlist)
    taken |= {argument.arg for node in ast.walk(scope) if isinstance(node, ast.arguments) for argument in node.args}
    taken |= set(Names(code.tree).stores)
    wanted = list(wanted)
    numbered = (f"{wanted[0]}_{number}" for number in range(2, 1000))
    return next(name for name in (*wanted, *numbered) if name not in taken)
