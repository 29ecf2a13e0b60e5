"""The other files of a project: found, parsed and indexed when a query asks for one, and not before.

A ``Project`` is shared by the files of a run and keeps what was read, the least used dropped first. ``Neighbours`` is
what one analysed file sees of it: its own closure of imports within a budget that depends on nothing else, so that the
verdict is the same whether the file is checked alone, with the project, or in another process.
"""

from __future__ import annotations

import ast
import functools
import io
import os
import tokenize
import warnings
from collections import OrderedDict
from functools import cached_property

from flake8_toolloop.findings import Span
from flake8_toolloop.flow.index import Index, build
from flake8_toolloop.flow.roots import Roots
from flake8_toolloop.flow.spans import Spans

MAX_BYTES = 200_000
"""The largest other file that is read: of a larger one (generated, or a whole library) little would be of use."""
MAX_FILES = 20
"""How many other files one file may ask for: 95 of 100 ask for fewer than ten."""
MAX_TOTAL = 400_000
"""Bytes that they may have together: parsing and indexing that much takes a tenth of a second."""
KEPT = 1_500_000
"""Bytes of source whose trees are kept between files: a tree takes a hundred times as much memory."""


class Module:
    """Another file of the project."""

    def __init__(self, path: str, data: bytes, index: Index) -> None:
        self.path = path
        self.size = len(data)
        self.index = index
        self.data = data

    @cached_property
    def spans(self) -> Spans:
        """The spans of its nodes, which name it."""
        encoding, _ = tokenize.detect_encoding(io.BytesIO(self.data).readline)  # the compiler has read it already
        return Spans(self.data.decode(encoding, "replace"), self.path)


class Project:
    """The files of a project (or of several) that were asked for."""

    def __init__(self) -> None:
        self.roots = Roots()
        self.overlay: dict[str, bytes] = {}
        """What files hold that are changed but not written yet, by their real path."""
        self._kept: OrderedDict[str, tuple[tuple[int, int], Module | None]] = OrderedDict()
        self._size = 0
        self._asking = 0
        self._dropped: list[Module] = []

    def module(self, path: str) -> Module | None:
        """A file as it is now, or None where it cannot be read as Python or is too large."""
        changed = self.overlay.get(path)
        if changed is not None:
            return self._changed(path, changed)
        try:
            status = os.stat(path)
        except OSError:
            return None
        state = (status.st_mtime_ns, status.st_size)
        kept = self._kept.get(path)
        if kept is not None and kept[0] == state:
            self._kept.move_to_end(path)
            return kept[1]
        module = _read(path) if status.st_size <= MAX_BYTES else None
        self._keep(path, state, module)
        return module

    def _changed(self, path: str, data: bytes) -> Module | None:
        """A file with a change that is not written yet."""
        kept = self._kept.get(path)
        state = (-hash(data), len(data))
        if kept is None or kept[0] != state:
            self._keep(path, state, _parsed(path, data) if len(data) <= MAX_BYTES else None)
        return self._kept[path][1]

    def _keep(self, path: str, state: tuple[int, int], module: Module | None) -> None:
        old = self._kept.pop(path, None)
        self._size -= _size(old[1]) if old is not None else 0
        self._kept[path] = (state, module)
        self._size += _size(module)
        while self._size > KEPT and len(self._kept) > 1:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._size -= _size(dropped)
            if dropped is not None:
                self._dropped.append(dropped)

    def begin(self) -> None:
        """An analysis begins: what is dropped from now on may still be in use."""
        self._asking += 1

    def end(self) -> None:
        """An analysis is over: what was dropped is let go of."""
        self._asking -= 1
        if self._asking <= 0:
            for module in self._dropped:
                module.index.close()
            self._dropped.clear()


@functools.cache
def shared() -> Project:
    """The project of this process, for the front ends: a changed file is noticed, a new one only in a new process."""
    return Project()


def _size(module: Module | None) -> int:
    return module.size if module is not None else 0


def _read(path: str) -> Module | None:
    try:
        with open(path, "rb") as stream:
            return _parsed(path, stream.read(MAX_BYTES + 1))
    except OSError:
        return None


def _parsed(path: str, data: bytes) -> Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        index = build(tree, lazily=True)
        index.path = path
        return Module(path, data, index)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Neighbours:
    """What one analysed file may ask of its project."""

    def __init__(self, project: Project, path: str, own: Index, *, nested: bool = False) -> None:
        """Another file's view that is ``nested`` in an analysis ends with that one, and is not to be closed."""
        self.project = project
        self.path = os.path.realpath(path)
        self.own = own
        self.used: dict[str, Module] = {}
        self._found: dict[tuple[str, str], Index | None] = {}
        self._paths: dict[int, str] = {id(own): os.path.abspath(path)}
        self._left = MAX_TOTAL
        if not nested:
            project.begin()

    def find(self, name: str, importer: Index) -> Index | None:
        """The index of a module by its name as a file imports it; the analysed file itself may be one."""
        at = self._paths.get(id(importer))
        if at is None:
            return None
        key = (at, name)
        if key not in self._found:
            path = self.project.roots.locate(at, name)
            self._found[key] = self._index(path) if path is not None else None
        return self._found[key]

    def _index(self, path: str) -> Index | None:
        if path == self.path:
            return self.own
        module = self.used.get(path)
        if module is None:
            if len(self.used) >= MAX_FILES or self._left <= 0:
                return None
            module = self.project.module(path)
            if module is None:
                return None
            self.used[path] = module
            self._left -= module.size
            self._paths[id(module.index)] = path
        return module.index

    def call(self, at: int) -> ast.Call | None:
        """The call in one of the other files that were looked at, by its id."""
        found = (module.index.calls.get(at) for module in self.used.values())
        return next((call for call in found if call is not None), None)

    def module_of(self, node: ast.AST) -> Module | None:
        """The other file that a node stands in, or None for one of the analysed file or one that was made up."""
        if not self.used:
            return None
        node = getattr(node, "original", node)
        if self.own.met(node):
            return None
        for module in self.used.values():
            if module.index.met(node):
                return module
        if isinstance(node, (ast.expr, ast.stmt)) and not self.own.owns(node):
            return next((m for m in self.used.values() if m.index.owns(node)), None)
        return None

    def file_of(self, node: ast.AST) -> str | None:
        """The path of the other file that a node stands in."""
        module = self.module_of(node)
        return module.path if module is not None else None

    def span_of(self, node: ast.AST) -> Span | None:
        """The span of a node in another file."""
        module = self.module_of(node)
        return module.spans.of(node) if module is not None else None

    def close(self) -> None:
        """Forget what the queries of this file left in the indexes, which others will use."""
        for module in self.used.values():
            module.index.contexts.clear()
            module.index.class_of = None
        self.project.end()
