"""Who reads a history: what turns it into JSON, indexes its blocks like dicts, shows it, or hands it out of sight."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import dotted, place_of
from flake8_toolloop.flow.values import Atom, Func

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.index import Scope

_SAME = frozenset(["list", "tuple", "reversed", "sorted", "iter", "copy", "deepcopy"])
_SHOWING = frozenset(
    ["print", "debug", "info", "warning", "error", "exception", "log", "echo", "pprint", "str", "repr"]
)
_TEXT = frozenset(
    ["strip", "split", "splitlines", "lower", "upper", "replace", "startswith", "endswith", "encode", "join"]
)
_MAX_PLACES = 24


@dataclass
class Readers:
    """What is known of the readers of one history."""

    dumped: str | None = None
    held: str | None = None
    """What turns an object, in which the history is kept, into dicts."""
    shown: str | None = None
    escapes: bool = False
    """Whether readers that are out of sight may get it."""


def readers_of(reach: Reach, scope: Scope, place: str) -> Readers:
    """The readers of a list in this file, followed through its calls."""
    found = Readers()
    todo = [(scope, place)]
    seen: set[tuple[int, str]] = set()
    while todo and len(seen) < _MAX_PLACES:
        scope, place = todo.pop()
        if (id(scope), place) in seen:
            continue
        seen.add((id(scope), place))
        reading = _Reading(reach, scope, place, found)
        reading.read()
        todo += reading.elsewhere
    return found


@dataclass
class _Reading:
    """One function's readings.

    Levels are ``history``, ``message``, ``content`` and ``block``; ``kept`` is what holds one of them.
    """

    reach: Reach
    scope: Scope
    place: str
    found: Readers
    levels: dict[str, str] = field(default_factory=dict)
    elsewhere: list[tuple[Scope, str]] = field(default_factory=list)

    def read(self) -> None:
        self.levels[self.place] = "history"
        nodes = [n for n in ast.walk(self.scope.node) if isinstance(n, (ast.stmt, ast.expr, ast.comprehension))]
        for _ in range(3):
            for node in nodes:
                self.bind(node)
        for node in nodes:
            self.judge(node)
        self.follow()

    # What holds what

    def bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, level = node.targets[0], self.level(node.value)
            self.name(target, level)
            if isinstance(target, ast.Subscript) and level is not None:
                self.name(target.value, "kept")
            elif isinstance(node.value, ast.Dict) and any(self.level(v) in _KEPT for v in node.value.values):
                self.name(target, "kept")
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            inner = {"history": "message", "content": "block"}.get(self.level(node.iter) or "")
            target = node.target
            if isinstance(target, ast.Tuple) and isinstance(node.iter, ast.Call) and len(target.elts) == 2:
                target = target.elts[1]  # enumerate
            self.name(target, inner)

    def name(self, target: ast.expr, level: str | None) -> None:
        place = place_of(target)
        if place is not None and level is not None:
            self.levels.setdefault(place, level)

    def level(self, node: ast.AST) -> str | None:
        place = place_of(node)
        if place is not None and place in self.levels:
            return self.levels[place]
        if isinstance(node, ast.Subscript):
            return self.item(node)
        if isinstance(node, ast.Attribute):
            return self.member(self.level(node.value), node.attr, by_key=False)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.BinOp):
            return self.level(node.left) or self.level(node.right)
        if isinstance(node, (ast.List, ast.Tuple)):
            return next((self.level(e.value) for e in node.elts if isinstance(e, ast.Starred)), None)
        return None

    def item(self, node: ast.Subscript) -> str | None:
        base = self.level(node.value)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return self.member(base, node.slice.value, by_key=True)
        if isinstance(node.slice, ast.Slice):
            return base
        return {"history": "message", "content": "block"}.get(base or "")

    def member(self, base: str | None, name: str, *, by_key: bool) -> str | None:
        if base == "message" and name == "content":
            return "content"
        return "field" if base == "block" and by_key else None

    def call(self, node: ast.Call) -> str | None:
        func = node.func
        if isinstance(func, ast.Attribute):
            base = self.level(func.value)
            if func.attr == "get" and node.args and isinstance(node.args[0], ast.Constant):
                return self.member(base, str(node.args[0].value), by_key=True)
            if func.attr == "copy":
                return base
        if dotted(func).split(".")[-1] in (*_SAME, "enumerate") and node.args:
            return self.level(node.args[0])
        return None

    # What it is read for

    def judge(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self.judge_call(node)
        elif isinstance(node, ast.FormattedValue):
            if self.level(node.value) in ("content", "block"):
                self.show(node.value)
        elif isinstance(node, ast.Return) and node.value is not None:
            if self.level(node.value) in ("history", "message"):
                self.found.escapes = True
            elif self.level(node.value) == "content":
                self.show(node.value)
        if isinstance(node, (ast.Subscript, ast.Call)) and self.level(node) == "field":
            self.dump(node)

    def judge_call(self, node: ast.Call) -> None:
        name = dotted(node.func).split(".")[-1]
        arguments = [*node.args, *(k.value for k in node.keywords)]
        held = [a for a in arguments if any(self.level(inner) in _HELD for inner in ast.walk(a))]
        if name in _DUMPS and any(self.level(inner) == "kept" for a in arguments for inner in ast.walk(a)):
            self.dump(node)
        elif name in _COPYING and any(self.keeps(place_of(a)) for a in (*node.args, *_owner(node))):
            self.found.held = self.found.held or f"{name}() on line {node.lineno}"
        if isinstance(node.func, ast.Attribute) and name in _TEXT and self.level(node.func.value) == "content":
            self.show(node)
        if not held:
            return
        if name in _DUMPS or any(k.arg == "json" and k.value in held for k in node.keywords):
            self.dump(node)
        elif name in _SHOWING:
            self.show(node)

    def keeps(self, place: str | None) -> bool:
        """Whether an object has the history as an attribute, or one of an attribute."""
        return place is not None and any(
            level == "history" and other.startswith(f"{place}.") for other, level in self.levels.items()
        )

    def dump(self, node: ast.expr) -> None:
        what = f"{dotted(node.func).split('.')[-1]}()" if isinstance(node, ast.Call) else "the key"
        self.found.dumped = self.found.dumped or f"{what} on line {node.lineno}"

    def show(self, node: ast.expr) -> None:
        self.found.shown = self.found.shown or f"line {node.lineno}"

    # Where else it goes

    def follow(self) -> None:
        places = [place for place, level in self.levels.items() if level == "history"]
        for place in places:
            self.elsewhere += self.of_class(place)
            if place in self.scope.params:
                self.elsewhere += self.given(place)
        for call in self.scope.calls:
            for number, argument in enumerate(call.node.args):
                if place_of(argument) in places:
                    self.hand(call.node, number, None)
            for keyword in call.node.keywords:
                if place_of(keyword.value) in places:
                    self.hand(call.node, None, keyword.arg)

    def of_class(self, place: str) -> Iterator[tuple[Scope, str]]:
        """The same attribute in the other methods of the class."""
        cls, own = self.scope.enclosing_class(), self.scope.self_name()
        if cls is None or own is None or not place.startswith(f"{own}."):
            return
        for method in cls.children:
            name = method.self_name()
            if method.is_function and name is not None:
                yield method, name + place[len(own) :]

    def given(self, parameter: str) -> Iterator[tuple[Scope, str]]:
        """The arguments that the file's calls give; with none in sight the readers are elsewhere."""
        from flake8_toolloop.flow.sinks import argument_of

        sites = self.reach.teller.sinks.sites(self.scope)
        self.found.escapes = self.found.escapes or not sites
        for call in sites:
            argument = argument_of(self.scope, parameter, call.node)
            place = place_of(argument) if argument is not None else None
            if place is not None:
                yield call.where.scope, place

    def hand(self, call: ast.Call, number: int | None, keyword: str | None) -> None:
        """Follow the history into a function of the file; a request may have it, a function out of sight as well."""
        where = self.reach.where(call)
        if where is None:
            return
        env = self.reach.prov.env_at(where)
        callee = self.reach.prov.eval(call.func, env)
        if isinstance(callee, Func):
            scope = callee.scope
            position = (
                number + (scope.is_method and isinstance(call.func, ast.Attribute)) if number is not None else None
            )
            name = scope.positional[position] if position is not None and position < len(scope.positional) else keyword
            if name is not None:
                self.elsewhere.append((scope, name))
            return
        value = self.reach.prov.eval(call, env)
        is_request = isinstance(value, Atom) and value.root.kind == "model"
        if not is_request and dotted(call.func).split(".")[-1] not in _HARMLESS:
            self.found.escapes = True


def _owner(node: ast.Call) -> list[ast.expr]:
    return [node.func.value] if isinstance(node.func, ast.Attribute) else []


_HELD = ("history", "message", "content", "block")
_KEPT = (*_HELD, "kept")
_DUMPS = ("dump", "dumps")
_COPYING = ("asdict", "astuple", "model_dump", "model_dump_json")
_HARMLESS = frozenset(
    [*_SAME, *_SHOWING, "len", "enumerate", "isinstance", "bool", "any", "all", "dump", "dumps", "append", "extend"]
)
