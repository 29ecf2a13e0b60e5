"""What other files of the project say: the functions, classes and constants behind imported names.

Only what is known for certain takes the place of an imported name: a function, a class, a constant, a table or list
of constants. Anything else stays the import that it was, with its name and path, which is evidence too.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Binding, Index, Scope, dotted
from flake8_toolloop.flow.values import Alt, Atom, Class, Const, Func, Listing, Record, Root, Value

if TYPE_CHECKING:
    from flake8_toolloop.flow.project import Neighbours
    from flake8_toolloop.flow.provenance import Provenance


class Outside:
    """Answers for imported names, by way of the provenance that asks."""

    def __init__(self, prov: Provenance, neighbours: Neighbours) -> None:
        self.prov = prov
        self.neighbours = neighbours
        self.foreign = frozenset(name for dialect in prov.dialects for name in dialect.modules)
        self.importers: dict[Root, Index] = {}
        self.answers: dict[tuple[int, str], Value | None] = {}
        self._open: set[tuple[int, str]] = set()
        neighbours.own.class_of = self.class_of

    # -- modules -----------------------------------------------------------------------------------------------------
    def module(self, name: str, importer: Index) -> Index | None:
        """The index of a module that a file imports, with this analysis's way to its base classes."""
        if name.partition(".")[0] in self.foreign:
            return None  # an SDK, whatever files of the project are called
        found = self.neighbours.find(name, importer)
        if found is not None:
            found.class_of = self.class_of
        return found

    def member(self, atom: Atom, name: str) -> Value | None:
        """A name in a module that was imported whole (``constants.ROLE``), by the path through its packages."""
        importer = self.importers.get(atom.root)
        if importer is None or any("[" in step or "(" in step for step in atom.path):
            return None
        start = atom.root.name
        module = self.module(start + "".join(f"{'' if start.endswith('.') else '.'}{s}" for s in atom.path), importer)
        return self.named(name, module) if module is not None else None

    # -- names -------------------------------------------------------------------------------------------------------
    def imported(self, binding: Binding) -> Value | None:
        """What an import binds, where it is known; a module of the project is an atom that its members are asked of."""
        importer = binding.where.scope.file
        node = binding.node
        if isinstance(node, ast.ImportFrom) and binding.place != "*":
            head = "." * node.level + (node.module or "")
            name = next((a.name for a in node.names if (a.asname or a.name) == binding.place), binding.place)
            module = self.module(head, importer)
            if module is not None and module is not importer:
                found = self.named(name, module)
                if found is not None:
                    return found
                if name in module.module.bindings:
                    return None
        root = Root("import", binding.module, id(importer) if binding.module.startswith(".") else 0)
        if importer is self.neighbours.own:
            root = replace(root, at=0)
        self.importers.setdefault(root, importer)
        return Atom(root, (), node)

    def starred(self, name: str, file: Index) -> Value | None:
        """A name that ``from module import *`` may have brought."""
        for binding in file.module.bindings.get("*", ()):
            node = binding.node
            if isinstance(node, ast.ImportFrom):
                module = self.module("." * node.level + (node.module or ""), file)
                found = self.named(name, module) if module is not None and self.exports(name, module) else None
                if found is not None:
                    return found
        return None

    def exports(self, name: str, module: Index) -> bool:
        """Whether ``import *`` takes a name of a module along."""
        listed = module.module.bindings.get("__all__")
        if not listed:
            return not name.startswith("_")
        value = listed[-1].value
        if len(listed) > 1 or not isinstance(value, (ast.List, ast.Tuple)) or "__all__" in module.module.mutations:
            return True  # put together: not known, and the name is asked for
        return any(isinstance(e, ast.Constant) and e.value == name for e in value.elts)

    def named(self, name: str, module: Index) -> Value | None:
        """What a name at the top of a module means, where it is known; through re-exports."""
        key = (id(module), name)
        if key in self._open:
            return None  # files that import one another in a circle
        if key not in self.answers:
            self._open.add(key)
            try:
                self.answers[key] = self._named(name, module)
            finally:
                self._open.discard(key)
        return self.answers[key]

    def _named(self, name: str, module: Index) -> Value | None:
        if name not in module.module.bindings:
            return self.starred(name, module)
        value = self.prov.place_value(name, module.tree, self.prov.env_end(module.module))
        if isinstance(value, Alt):
            value = self.one_of(value)
        return value if self.is_known(value) else None

    def one_of(self, value: Alt) -> Value:
        """The one definition behind ``if TYPE_CHECKING`` or ``try``: what it falls back to is nothing."""
        found = [o.value for o in value.options if not (isinstance(o.value, Const) and o.value.value is None)]
        return found[0] if len(found) == 1 else value

    def is_known(self, value: Value) -> bool:
        if isinstance(value, Listing):
            return all(not p.conds and not p.loops and isinstance(p.value, (Const, Class)) for p in value.parts)
        if isinstance(value, Atom):
            return value.root in self.importers and not value.path
        return isinstance(value, (Const, Func, Class, Record))

    @cached_property
    def called(self) -> list[Scope]:
        """The functions of other files that the file calls, and those beside them that they call themselves."""
        found: dict[int, Scope] = {}
        seen: set[str] = set()
        for calls in self.neighbours.own.calls_by_name.values():
            for call in calls:
                name = dotted(call.node.func)
                if name in seen or name.partition(".")[0] not in self.neighbours.own.imports:
                    continue
                seen.add(name)
                callee = self.prov.value_at(call.node.func, call.where)
                if isinstance(callee, Func) and callee.scope.file is not self.neighbours.own:
                    for scope in (callee.scope, *beside(callee.scope)):
                        scope.complete()
                        found[id(scope)] = scope
        return list(found.values())

    # -- classes -----------------------------------------------------------------------------------------------------
    def class_of(self, named: ast.expr, file: Index) -> Scope | None:
        """The class that an expression of a file names, where it is one of another file."""
        if isinstance(named, ast.Subscript):
            named = named.value  # Generic[T]
        if not isinstance(named, (ast.Name, ast.Attribute)):
            return None
        value = self.prov.eval(named, self.prov.env_end(file.module))
        value = self.one_of(value) if isinstance(value, Alt) else value
        return value.scope if isinstance(value, Class) else None


def beside(scope: Scope) -> list[Scope]:
    """The functions of the same file that a function calls by name."""
    scope.complete()
    return [other for call in scope.calls for other in scope.file.by_name.get(call.name, ())]
