"""Which text, written at a place of the file, has a wanted value there: the turn itself, a block, a field of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from flake8_toolloop.flow.index import Where, beyond, chain_of
from flake8_toolloop.flow.values import Atom, Root, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.flow.index import Scope
    from flake8_toolloop.flow.tell import Teller
    from flake8_toolloop.flow.values import Env, Value

Key: TypeAlias = "tuple[Root, tuple[str, ...]]"
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(frozen=True)
class Found:
    """A text that has the wanted value, with an expression of the file that is written so."""

    text: str
    node: ast.expr
    atom: Atom


class Reach:
    """The places of one file as the flow sees them, and the texts that are in reach there."""

    def __init__(self, teller: Teller, code: Code) -> None:
        self.teller = teller
        self.prov = teller.prov
        self.code = code
        self.others: dict[str, list[Reach]] = {}
        """The files in sight that mention a class of the project's own, by its name."""

    @cached_property
    def _by_statement(self) -> dict[int, Where]:
        """The first place that the index knows in each statement, before anything is bound by it."""
        found: dict[int, Where] = {}
        for scope in (self.teller.index.module, *self.teller.index.functions):
            known = [b.where for bindings in scope.bindings.values() for b in bindings]
            known += [m.where for mutations in scope.mutations.values() for m in mutations]
            known += [e.where for e in (*scope.returns, *scope.yields)]
            known += [where for _, where in scope.exits]
            for where in known:
                before = found.get(id(where.statement))
                if where.statement is not None and (before is None or _outermost(where) < _outermost(before)):
                    found[id(where.statement)] = where
            # A loop's target is bound inside; the loop itself stands outside.
            found.update({id(loop): where for loop, where in scope.loops})
        return found

    def where(self, node: ast.AST) -> Where | None:
        """Where a node stands: its own place, or else that of the nearest expression or statement around it."""
        inner = node
        for outer in (node, *self.code.ancestors(node)):
            known = self.teller.index.where.get(id(outer))
            if known is not None and not self._leaves_comprehension(inner, outer):
                return known
            if isinstance(outer, ast.stmt):
                return self._by_statement.get(id(outer))
            if isinstance(outer, ast.Lambda):
                return None
            inner = outer
        return None

    def _leaves_comprehension(self, inner: ast.AST, outer: ast.AST) -> bool:
        """Whether the place of ``outer`` lies outside a comprehension in which ``inner`` stands."""
        comprehension = isinstance(outer, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp))
        return comprehension and inner is not outer

    def value(self, node: ast.AST, where: Where) -> Value:
        """The value of an expression of the file, as if it were written at the place."""
        return self.prov.eval(node, self.prov.env_at(where))

    def key(self, node: ast.AST, where: Where) -> Key | None:
        """The key of the one thing that an expression is there."""
        keys = self.keys(node, where)
        return next(iter(keys)) if keys and len(keys) == 1 else None

    def keys(self, node: ast.AST, where: Where) -> frozenset[Key] | None:
        """The keys of all that an expression may be there; None where one of them is no thing from elsewhere."""
        found = [option.value for option in options(self.value(node, where))]
        if not found or not all(isinstance(value, Atom) for value in found):
            return None
        return frozenset(value.key for value in found if isinstance(value, Atom))

    def texts(self, keys: frozenset[Key], where: Where, *, earlier: bool = False) -> Iterator[Found]:
        """The texts of the function that are just that, on every way to the place.

        ``earlier`` lets a name be left from an earlier round of a loop, where it is read before.
        """
        seen: set[str] = set()
        for node in self._written(where.scope):
            text = self.code.text(node)
            if text in seen or not self._at_hand(node, where, earlier=earlier):
                continue
            seen.add(text)
            if self.keys(node, where) == keys:
                atom = next(o.value for o in options(self.value(node, where)) if isinstance(o.value, Atom))
                yield Found(text, node, atom)

    def names_of(self, key: Key, where: Where) -> Iterator[Found]:
        """The names that may be just that at the place, or else something that nothing is known of."""
        for node in self._written(where.scope):
            if isinstance(node, ast.Name) and self._at_hand(node, where, earlier=False):
                found = [o.value for o in options(self.value(node, where))]
                atom = next((v for v in found if isinstance(v, Atom) and v.key == key), None)
                if atom is not None:
                    yield Found(node.id, node, atom)

    def _written(self, scope: Scope) -> Iterator[ast.expr]:
        """The plain expressions of a function: names, attributes and constant keys of them."""
        todo: list[ast.AST] = [scope.node]
        while todo:
            node = todo.pop(0)
            if isinstance(node, _INNER) and node is not scope.node:
                continue
            if isinstance(node, ast.expr) and is_plain(node) and not self.code.misplaced(node):
                yield node
            body = node.body if node is scope.node and isinstance(node, _INNER) else None
            todo += body if isinstance(body, list) else ast.iter_child_nodes(node)

    def _at_hand(self, node: ast.expr, where: Where, *, earlier: bool) -> bool:
        """Whether the name that an expression starts with has its value on every way to the place, and keeps it."""
        name = root_name(node)
        if name is None:
            return False
        scope: Scope | None = where.scope
        if scope is not None and name not in scope.bindings:
            return True  # of an outer function or the module
        env = self.prov.env_at(where)
        reaching = self.prov.reaching(where.scope.bindings[name], env)
        if not reaching:
            return False
        if any(b.where.order >= env.order for b in reaching):  # left from an earlier round of a loop
            return earlier and any(self.prov.dominates(b, env) for b in reaching) and self._read_before(name, where)
        if any(self.prov.dominates(b, env) for b in reaching):
            return all(b.kind != "comp" or self._inside(b.where, env) for b in reaching)
        return self._read_before(name, where)

    def _inside(self, where: Where, env: Env) -> bool:
        return all(f in chain_of(env.frame) for f in chain_of(where.frame) if f.kind == "comp")

    def _read_before(self, name: str, where: Where) -> bool:
        """Whether a statement that runs before the place, or the place itself, reads the name already."""
        place = where.statement
        for node in self.code.names(place or where.scope.node).loads.get(name, ()):
            statement = self.code.statement(node)
            there = self._by_statement.get(id(statement)) or self.where(node)
            if statement is place:
                return True
            if there is not None and there.order < where.order and not beyond(there.frame, where.frame):
                return True
        return False


def _outermost(where: Where) -> tuple[int, int]:
    return where.frame.depth if where.frame is not None else 0, where.order


def is_plain(node: ast.AST) -> bool:
    """``x``, ``x.y``, ``x["k"]``, ``x[0]``, ``x.get("k")``: what can be read twice."""
    while not isinstance(node, ast.Name):
        if is_get(node):
            node = node.func.value
            continue
        if not isinstance(node, (ast.Attribute, ast.Subscript)) or not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
            return False
        node = node.value
    return isinstance(node.ctx, ast.Load)


def is_get(node: ast.AST) -> TypeGuard[_Get]:
    """``x.get("k")``."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and bool(node.args)
        and all(isinstance(a, (ast.Constant, ast.List, ast.Tuple)) for a in node.args)
        and not node.keywords
    )


class _Get(ast.Call):
    """What ``is_get`` says of a node."""

    func: ast.Attribute


def root_name(node: ast.AST) -> str | None:
    """The name that a plain expression starts with."""
    while not isinstance(node, ast.Name):
        if is_get(node):
            node = node.func.value
        elif isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        else:
            return None
    return node.id


def all_atoms(values: Iterable[Value]) -> list[Atom]:
    """What the values themselves are, where they are things from elsewhere."""
    return [o.value for value in values for o in options(value) if isinstance(o.value, Atom)]


def requests_of(reach: Reach, scope: Scope) -> Iterator[ast.AST]:
    """The model calls of a function."""
    for call in scope.calls:
        value = reach.value(call.node, call.where)
        if isinstance(value, Atom) and value.root.kind == "model" and value.root.at == id(call.node):
            yield call.node
