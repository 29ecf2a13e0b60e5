"""Which servers a file names: in its own words, or in those of the files of the project that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Endpoint
from flake8_toolloop.flow.index import Index, dotted

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_NAME = 80
"""Longer strings are no names of models."""
MAX_MODULES = 10
"""Files of the project that are asked for one."""


def short_names(index: Index) -> set[str]:
    """The strings of a file that may be the name of a model."""
    return {s for s in index.named if len(s) <= MAX_NAME and not any(c.isspace() for c in s)}


def evident(endpoint: Endpoint, strings: set[str], names: set[str], modules: set[str]) -> bool:
    """Whether a file mentions an endpoint."""
    if modules & set(endpoint.modules) or strings & set(endpoint.variables):
        return True
    if endpoint.models and any(name.startswith(endpoint.models) for name in names):
        return True
    return bool(endpoint.hosts) and any(host in text for text in strings for host in endpoint.hosts)


def of_imports(teller: Teller) -> list[Endpoint]:
    """The endpoints of the providers that a file is given: those named where its imports lead.

    Asked only where the file makes messages with calls and leaves it to others where they go.
    """
    dialect = teller.dialect
    if not any(dialect.calls_field in teller.sinks.fields_given(m) and not m.raw for m in teller.message_sinks):
        return []
    own = set(PurePath(teller.path).parts)
    if any(own & set(e.modules) for e in dialect.endpoints):
        return []  # the files of a client name every server, and are no client of it
    found: list[Endpoint] = []
    for index in imported(teller):
        index.complete()
        # A client that a function imports for itself is one of several that a factory or registry knows.
        modules = {name.split(".")[0] for name, _ in modules_of(index.tree, run=True)}
        named = [e for e in dialect.endpoints if evident(e, index.strings, short_names(index), modules)]
        if any(e.refuses for e in named) and not any(e.rejects for e in named):
            return []
        found += [e for e in named if e not in found]
    return sorted(found, key=lambda e: not e.rejects)


def imported(teller: Teller) -> Iterator[Index]:
    """The files of the project that a file imports, and what the packages around them import in turn."""
    outside = teller.prov.outside
    if outside is None:
        return
    seen: list[Index] = []
    for name, package in modules_of(teller.index.tree):
        index = outside.module(name, teller.index)
        if index is None or index is teller.index or any(index is i for i in seen):
            continue
        seen.append(index)
        if package:
            for inner, _ in modules_of(index.tree, run=True):
                more = outside.module(inner, index)
                if more is not None and more is not teller.index and not any(more is i for i in seen):
                    seen.append(more)
        if len(seen) >= MAX_MODULES:
            break
    yield from seen[:MAX_MODULES]


def modules_of(tree: ast.Module, *, run: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports by name (when it is ``run``, or for its types as well).

    The packages that they stand in are said to be such.
    """
    for node in imports_of(tree.body) if run else ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            head = "." * node.level + (node.module or "")
            yield head, False
            for alias in node.names:
                yield f"{head}{'' if head.endswith('.') else '.'}{alias.name}", False
            around = (node.module or "").rpartition(".")[0]
            if "." in around or (node.level and around):
                yield "." * node.level + around, True
        elif isinstance(node, ast.Import):
            yield from ((alias.name, False) for alias in node.names)


def imports_of(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The imports of a block, those for type checkers and those in functions left out."""
    for statement in body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield statement
        elif isinstance(statement, ast.If) and dotted(statement.test).endswith("TYPE_CHECKING"):
            yield from imports_of(statement.orelse)
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            for inner in (statement.body, getattr(statement, "orelse", []), getattr(statement, "finalbody", [])):
                yield from imports_of(inner)
            for handler in getattr(statement, "handlers", ()):
                yield from imports_of(handler.body)
