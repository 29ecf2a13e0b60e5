"""What a value may be: the symbolic results of a provenance query.

An ``Alt`` holds alternatives (paths on which the value is one or the other); a ``Listing`` holds parts that stand
together. The two are never summed: the silence for a raw turn carried beside a rebuild falls out of that.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_toolloop.flow.index import Frame, Scope, Test

ELEMENT = "[]"


def _name(item: tuple[str, object]) -> str:
    return item[0]


@dataclass(eq=False, repr=False)
class Env:
    """Where a query stands (scope, block, order) and what names are bound to there; never changed once made.

    (Not ``frozen``: queries make them by the hundred thousand, and a frozen one takes three times as long to make.)
    """

    scope: Scope
    frame: Frame | None
    order: float
    bound: dict[str, Value | Deferred]
    depth: int = 0
    closure: Env | None = None
    """The environment in which the function was defined, for a function value that is called."""

    @cached_property
    def key(self) -> int:
        """Two environments with the same key give every expression the same value."""
        context = (id(self.scope), id(self.frame), self.order, self.names, self.closure.key if self.closure else 0)
        # The first one stands for all and lives as long as the index: what the key names by its id is never freed.
        return id(self.scope.file.contexts.setdefault(context, self))

    @cached_property
    def names(self) -> tuple[tuple[str, object], ...]:
        """What the names are bound to, as a key."""
        if not self.bound:
            return ()
        return tuple(
            (name, value.key if isinstance(value, Deferred) else id(value))
            for name, value in sorted(self.bound.items(), key=_name)
        )

    def at(self, frame: Frame | None, order: float) -> Env:
        """The same context at another place of the same scope."""
        if frame is self.frame and order == self.order:
            return self
        other = Env(self.scope, frame, order, self.bound, self.depth, self.closure)
        if self.bound:
            other.__dict__["names"] = self.names  # worked out once for all places of a call
        return other


@dataclass(frozen=True, eq=False, repr=False)
class Deferred:
    """An argument that is evaluated when the function asks for it: most functions never ask for most arguments."""

    node: ast.expr
    env: Env

    @cached_property
    def key(self) -> tuple[object, ...]:
        return (id(self.node), self.env.key)


@dataclass(eq=False, repr=False, slots=True)
class Cond:
    """A test with the polarity in which it holds and the environment that gives its names meaning."""

    test: Test
    holds: bool
    env: Env


@dataclass(frozen=True)
class Root:
    """Where an atom starts: ``model``, ``param``, ``attr``, ``call``, ``import``, ``global``, ``free``."""

    kind: str
    name: str
    at: int = 0
    """The id of the node or scope that makes it this one."""


@dataclass(frozen=True, eq=False, repr=False)
class Atom:
    """Something whose inside is not known, with the path by which it was reached (``m`` ``.calls`` ``[]`` ``.id``)."""

    root: Root
    path: tuple[str, ...] = ()
    node: ast.AST | None = None
    pick: ast.AST | None = None
    """The expression that took one element out of many, where it was reached through one."""
    picked_at: int = 0
    """How many steps of the path lead to the element that was picked."""
    copied: bool = False
    dump: ast.AST | None = None
    """The call that turned it into plain data with fields that were never received."""
    inputs: tuple[Value, ...] = ()
    env: Env | None = None

    @property
    def key(self) -> tuple[Root, tuple[str, ...]]:
        return (self.root, self.path)

    @cached_property
    def _steps(self) -> dict[tuple[str, int], Atom]:
        return {}

    @property
    def taken(self) -> bool:
        """One element out of many; a response picked out of several tries is none."""
        return (
            self.pick is not None
            and self.picked_at > 0
            and self.path[self.picked_at - 1 : self.picked_at] == (ELEMENT,)
            and ELEMENT not in self.path[self.picked_at :]
        )

    @property
    def last_of_its_key(self) -> bool:
        """Taken out of a dict that a comprehension fills: of several elements with one key the last is left."""
        return isinstance(self.pick, ast.DictComp)

    def step(self, name: str, node: ast.AST | None = None) -> Atom:
        """A field or element of it: the same step gives the same atom, so that queries about it are known again."""
        node = node or self.node
        known = self._steps.get((name, id(node)))
        if known is None:
            known = replace(self, path=(*self.path, name), node=node)
            self._steps[name, id(node)] = known
        return known

    def text(self) -> str:
        """The path as one would write it."""
        return (self.root.name + "".join(s if s.startswith("[") else f".{s}" for s in self.path)).lstrip(".")


@dataclass(frozen=True, eq=False, repr=False)
class Const:
    """A constant of the code."""

    value: object
    node: ast.AST | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Text:
    """A string that the code makes, from these values."""

    parts: tuple[Value, ...]
    node: ast.AST | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Made:
    """The result of an operation that changes what it is given: strip, slice, sorted, first ..."""

    op: str
    base: Value
    node: ast.AST | None = None


@dataclass(eq=False, repr=False, slots=True)
class Part:
    """One contribution to a list: its value, what must hold on the way, the sources that it loops over."""

    value: Value
    conds: tuple[Cond, ...] = ()
    loops: tuple[Value, ...] = ()
    node: ast.AST | None = None
    changed: str = ""
    """``order`` where the list is sorted or reversed, ``cut`` where it is sliced, ``front`` where inserted at 0."""

    def when(self, conds: tuple[Cond, ...]) -> Part:
        """The same contribution where something more must hold."""
        return Part(self.value, conds + self.conds, self.loops, self.node, self.changed) if conds else self


@dataclass(frozen=True, eq=False, repr=False)
class Listing:
    """A list (tuple, set) put together by the code."""

    parts: tuple[Part, ...]
    node: ast.AST | None = None


@dataclass(eq=False, repr=False, slots=True)
class Option:
    """One alternative and what must hold for it."""

    value: Value
    conds: tuple[Cond, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Alt:
    """One of several values."""

    options: tuple[Option, ...]
    node: ast.AST | None = None


@dataclass(frozen=True, eq=False, repr=False)
class FieldSet:
    """A later assignment to a field of a record."""

    key: str
    value: Callable[[], Value]
    conds: tuple[Cond, ...]
    node: ast.AST


@dataclass(eq=False, repr=False)
class Record:
    """A dict or an object that the code makes; the fields' values are computed when asked for."""

    fields: dict[str, Callable[[], Value]]
    node: ast.AST | None = None
    cls: Scope | None = None
    name: str = ""
    """The class's name where it is made by a call."""
    spreads: tuple[Value, ...] = ()
    sets: tuple[FieldSet, ...] = ()
    removed: frozenset[str] = frozenset()
    allowed: frozenset[str] | None = None
    """The only keys that a copy keeps, where the code lists them."""
    pick: ast.AST | None = None
    nodes: dict[str, ast.expr] = field(default_factory=dict)
    later: Callable[[str], Value | None] | None = None
    """What the class's constructor makes of its arguments for a field that is none of them."""
    cache: dict[str, Value] = field(default_factory=dict)

    def get(self, key: str) -> Value | None:
        """The value of a field, the last unconditional assignment winning; None where there is none."""
        if key not in self.cache:
            value = self._get(key)
            if value is None:
                return None
            self.cache[key] = value
        return self.cache[key]

    def _get(self, key: str) -> Value | None:
        options: list[Option] = []
        for later in reversed(self.sets):
            if later.key == key:
                options.append(Option(later.value(), later.conds))
                if not later.conds:
                    break
        else:
            if key in self.fields:
                options.append(Option(self.fields[key]()))
        if not options:
            return None
        if len(options) == 1 and not options[0].conds:
            return options[0].value
        return Alt(tuple(options), self.node)

    def keeps(self, key: str) -> bool:
        """Whether a copy (one with spreads) keeps a field of what it copies."""
        return key not in self.removed and (self.allowed is None or key in self.allowed)

    def has(self, key: str) -> bool:
        return key in self.fields or any(s.key == key for s in self.sets)


@dataclass(frozen=True, eq=False, repr=False)
class Func:
    """A function of the file as a value, with the object that it is bound to."""

    scope: Scope
    env: Env | None
    instance: Value | None = None
    node: ast.AST | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Class:
    """A class as a value, of the file or not."""

    name: str
    scope: Scope | None
    node: ast.AST | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Unknown:
    """Nothing is known."""

    node: ast.AST | None = None
    why: str = ""


Value = Atom | Const | Text | Made | Listing | Alt | Record | Func | Class | Unknown


def options(value: Value, conds: tuple[Cond, ...] = (), depth: int = 0) -> Iterator[Option]:
    """The alternatives of a value, nested ones flattened."""
    if isinstance(value, Alt) and depth < 6:
        for option in value.options:
            yield from options(option.value, conds + option.conds, depth + 1)
    else:
        yield Option(value, conds)


def with_pick(value: Value, pick: ast.AST) -> Value:
    """Mark a value as one taken out of many."""
    if isinstance(value, Atom):
        depth = max((i + 1 for i, step in enumerate(value.path) if step == ELEMENT), default=len(value.path))
        return replace(value, pick=pick, picked_at=depth)
    if isinstance(value, Record):
        return replace(value, pick=pick, cache={})
    if isinstance(value, Alt):
        return Alt(tuple(Option(with_pick(o.value, pick), o.conds) for o in value.options), value.node)
    return value


def atoms(value: Value, depth: int = 0, seen: dict[int, int] | None = None) -> Iterator[Atom]:
    """The atoms that a value is made of (fields of records are not opened); each is opened once."""
    seen = seen if seen is not None else {}
    if depth > 8 or seen.get(id(value), 9) <= depth:
        return
    seen[id(value)] = depth
    if isinstance(value, Atom):
        yield value
    for inner in _inside(value):
        yield from atoms(inner, depth + 1, seen)


def _inside(value: Value) -> Iterable[Value]:
    """What a value is put together from."""
    if isinstance(value, Atom):
        return value.inputs
    if isinstance(value, Text):
        return value.parts
    if isinstance(value, Made):
        return (value.base,)
    if isinstance(value, Alt):
        return (option.value for option in value.options)
    if isinstance(value, Listing):
        return (item.value for item in value.parts)
    return value.spreads if isinstance(value, Record) else ()
