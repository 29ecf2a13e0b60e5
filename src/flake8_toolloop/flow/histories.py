"""The message histories of a file: which names hold one list, where its elements go, and which calls send it.

A question of names and calls, not of values: the lists that loops, helpers and objects hand to one another are joined
to a graph of places. What follows a history through a file (a cut, a filter over stored turns, a store) asks it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, Mutation, Scope, Where, chain_of, dotted, place_of
from flake8_toolloop.flow.sinks import argument_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

Node = tuple[int, str]
"""A place with what it belongs to: a function, a class (``self.x``), or what a function returns or a call sends."""
COPIES = frozenset({"list", "tuple", "copy", "deepcopy", "deque", "sorted", "reversed", "cast", "to_thread"})
NUMBERING = frozenset({"enumerate", "reversed", "iter"})
SENT = "sent"
RETURNED = "returned"
ASKING = frozenset({"model", "tools", "max_tokens"})
"""Keywords beside ``messages`` by which a call is a request, whoever makes it in the end."""
MAX_NAMES = 5_000
"""Places of a file that are joined; a file with more has its lists joined only in part."""
MAX_STEPS = 5
"""Steps of such a place."""


@dataclass(frozen=True)
class Base:
    """A place that an expression takes its elements from; ``same`` where it is the very list."""

    node: Node
    same: bool


@dataclass(frozen=True, eq=False)
class Flow:
    """An expression whose elements get into a list, and where that happens."""

    value: ast.expr
    where: Where
    target: Node


class Histories:
    """The graph of lists of one file."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.index = teller.index
        self.onward: dict[Node, set[Node]] = {}
        """Where the elements of a list go."""
        self.alias: dict[Node, set[Node]] = {}
        """Other names of the very list."""
        self.resolved: dict[int, Scope | None] = {}
        self.flows: list[Flow] = []
        self.senders: list[Call] = []
        self.bodies: list[Where] = []
        """Where the bodies of raw requests are put together."""
        self.owners: list[tuple[Scope, str, Scope, str]] = []
        """Objects that are handed on: function and name here, function (or class) and name there."""
        self._statements: dict[int, Where] = {}
        self.sites: dict[int, list[Call]] = {}
        self.classes_of: dict[tuple[int, str], Scope | None] = {}
        self.build()

    # -- the graph ---------------------------------------------------------------------------------------------------
    def build(self) -> None:
        for scope in (self.index.module, *self.index.functions):
            for call in scope.calls:
                self.call(call)
            for bindings in list(scope.bindings.values()):
                for binding in bindings:
                    if binding.kind == "assign" and isinstance(binding.value, ast.expr) and not binding.path:
                        self.flow(binding.value, binding.where, self.node(scope, binding.place))
            for mutations in scope.mutations.values():
                for mutation in mutations:
                    if mutation.op in ("append", "insert") and mutation.args:
                        self.passed_on(mutation)
                    if mutation.op in ("extend", "iadd", "slice") and mutation.args:
                        self.flow(mutation.args[-1], mutation.where, self.node(scope, mutation.place), same=False)
            for exit_ in (*scope.returns, *scope.yields):
                if exit_.value is not None:
                    self.flow(exit_.value, exit_.where, (id(scope), RETURNED))
        self.payloads()
        self.side_requests()
        self.members()

    @property
    def offers_tools(self) -> bool:
        """Whether some request of the file offers tools."""
        if any(k.arg in ("tools", None) for c in self.senders for k in c.node.keywords):
            return True
        sets = (m.key for s in self.index.functions for ms in s.mutations.values() for m in ms)
        return bool(self.bodies) and (
            "tools" in sets
            or any(
                isinstance(k, ast.Constant) and k.value == "tools"
                for n in self.index.nodes.of(ast.Dict) for k in n.keys
            )
        )  # fmt: skip

    def side_requests(self) -> None:
        """Requests without tools beside those with tools (a summary, a title) continue no cycle."""
        offering = [c for c in self.senders if any(k.arg in ("tools", None) for k in c.node.keywords)]
        if offering:
            for call in self.senders:
                if call not in offering:
                    sent = (id(call.node), SENT)
                    for targets in self.onward.values():
                        targets.discard(sent)
            self.senders = offering

    def call(self, call: Call) -> None:
        """Arguments flow into parameters, and into requests."""
        sent = self.sent_by(call)
        if sent is not None:
            self.senders.append(call)
            self.flow(sent, call.where, (id(call.node), SENT))
        callee = self.callee(call)
        if callee is None:
            return
        self.sites.setdefault(id(callee), []).append(call)
        for name in callee.params:
            argument = argument_of(callee, name, call.node)
            if argument is None:
                continue
            self.flow(argument, call.where, self.node(callee, name))
            place = place_of(argument)
            if place is not None:
                self.owners.append((call.where.scope, place, callee, name))
        func = call.node.func
        owner = callee.parent
        if callee.is_method and owner is not None and isinstance(func, ast.Attribute):
            place = place_of(func.value)
            if place is not None and place != call.where.scope.self_name():
                self.owners.append((call.where.scope, place, callee, callee.self_name() or "self"))

    def passed_on(self, mutation: Mutation) -> None:
        """``for m in history: out.append(m)``, or what is made of ``m``: the elements go on into another list."""
        names = {n.id for n in ast.walk(mutation.args[-1]) if isinstance(n, ast.Name)}
        for frame in chain_of(mutation.where.frame):
            loop = frame.node
            if isinstance(loop, (ast.For, ast.AsyncFor)) and frame.branch == "body":
                bound = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
                if bound & names:
                    for base in self.bases(iterated(loop.iter), mutation.where):
                        self.link(base.node, self.node(mutation.where.scope, mutation.place), same=False)

    def sent_by(self, call: Call) -> ast.expr | None:
        """The history that a call sends: ``messages=`` beside a model or tools, or a list handed on with the tools."""
        keywords = {k.arg: k.value for k in call.node.keywords if k.arg}
        if dotted(call.node.func).endswith(self.teller.dialect.counts):
            return None
        if "messages" in keywords and (ASKING & set(keywords) or self.teller.prov.requests.spelled(call)):
            return keywords["messages"]
        if "tools" in keywords and call.node.args and place_of(call.node.args[0]) is not None:
            return call.node.args[0]
        return None

    def payloads(self) -> None:
        """``{"model": ..., "messages": history}`` and ``payload["messages"] = history``."""
        for node in self.index.nodes.of(ast.Dict) if "messages" in self.index.strings else ():
            keys = {k.value: v for k, v in zip(node.keys, node.values, strict=True) if isinstance(k, ast.Constant)}
            where = self.where_around(node) if "messages" in keys and ASKING & set(keys) else None
            if where is not None:
                self.bodies.append(where)
                name = self.teller.sinks.bound_to(node)
                if name is not None:
                    self.flow(keys["messages"], where, self.node(where.scope, f"{name}.messages"))
                self.flow(keys["messages"], where, (id(node), SENT))

    def where_around(self, node: ast.AST) -> Where | None:
        """Where an expression stands: at the call around it, or at the assignment or return that takes it."""
        at: ast.AST | None = node
        while at is not None and not isinstance(at, ast.stmt):
            if id(at) in self.index.where:
                return self.index.where[id(at)]
            at = self.index.parent(at)
        return self.statements().get(id(at)) if at is not None else None

    def statements(self) -> dict[int, Where]:
        """Where the assignments and returns of the file stand."""
        if not self._statements:
            for scope in (self.index.module, *self.index.functions):
                for bindings in scope.bindings.values():
                    for binding in bindings:
                        if binding.kind == "assign" and binding.where.statement is not None:
                            self._statements[id(binding.where.statement)] = binding.where
                for exit_ in scope.returns:
                    self._statements[id(exit_.node)] = exit_.where
        return self._statements

    def members(self) -> None:
        """``session.messages`` here is ``session.messages`` there where ``session`` is handed on."""
        names = set(self.onward) | set(self.alias) | {n for ns in self.onward.values() for n in ns}
        for scope in (self.index.module, *self.index.functions):
            names |= {self.node(scope, p) for p in scope.mutations}
        texts: dict[int, list[str]] = {}
        for owner, text in names:
            texts.setdefault(owner, []).append(text)
        for _ in range(2):
            for here, place, there, name in self.owners:
                outer, inner = self.node(here, place), self.node(there, name)
                inner_prefix = "" if name == there.self_name() else inner[1]
                inner_owner = id(there.enclosing_class() or there) if name == there.self_name() else inner[0]
                if outer[0] == inner_owner or len(names) > MAX_NAMES:
                    continue  # what would hang on itself, without end
                for (owner, prefix), (other_owner, other_prefix) in (
                    ((inner_owner, inner_prefix), outer), (outer, (inner_owner, inner_prefix))
                ):  # fmt: skip
                    for text in list(texts.get(owner, ())):
                        if text.count(".") > MAX_STEPS or not text.startswith(prefix + "."):
                            continue
                        other = (other_owner, other_prefix + text[len(prefix) :])
                        self.link((owner, text), other, same=True)
                        if other not in names:
                            names.add(other)
                            texts.setdefault(other_owner, []).append(other[1])

    def flow(self, value: ast.expr, where: Where, target: Node, *, same: bool = True) -> None:
        self.flows.append(Flow(value, where, target))
        for base in self.bases(value, where):
            self.link(base.node, target, same=same and base.same and target[1] not in (SENT, RETURNED))

    def link(self, source: Node, target: Node, *, same: bool) -> None:
        if source == target:
            return
        if same:
            self.alias.setdefault(source, set()).add(target)
            self.alias.setdefault(target, set()).add(source)
        else:
            self.onward.setdefault(source, set()).add(target)

    def node(self, scope: Scope, place: str) -> Node:
        """A place as a node: what hangs on the instance belongs to the class, a name of outside to what is outside."""
        root, dot, rest = place.partition(".")
        cls = scope.enclosing_class()
        if dot and cls is not None and root == scope.self_name():
            return id(cls), f".{rest}"
        name = root.split("[")[0]
        at: Scope | None = scope
        while at is not None and name not in at.bindings:
            at = at.parent
        return id(at or scope), place

    def bases(self, node: ast.AST, where: Where, depth: int = 0) -> list[Base]:
        """The lists that an expression takes its elements from."""
        if depth > 6:
            return []
        place = place_of(node)
        if place is not None:
            return [Base(self.node(where.scope, place), True)]
        inner: list[ast.AST] = []
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            inner = [node.value]
        elif isinstance(node, ast.BinOp):
            inner = [node.left, node.right]
        elif isinstance(node, (ast.List, ast.Tuple)):
            inner = [e.value for e in node.elts if isinstance(e, ast.Starred)]
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            inner = [g.iter for g in node.generators[:1]]
        elif isinstance(node, ast.IfExp):
            return [b for n in (node.body, node.orelse) for b in self.bases(n, where, depth + 1)]
        elif isinstance(node, ast.BoolOp):
            return [b for n in node.values for b in self.bases(n, where, depth + 1)]
        elif isinstance(node, (ast.Await, ast.NamedExpr, ast.Starred)):
            return self.bases(node.value, where, depth + 1)
        elif isinstance(node, ast.Call):
            return self.call_bases(node, where, depth)
        return [Base(b.node, False) for n in inner for b in self.bases(n, where, depth + 1)]

    def call_bases(self, node: ast.Call, where: Where, depth: int) -> list[Base]:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        callee = self.callee_of(node, where.scope)
        if callee is not None:
            return [Base((id(callee), RETURNED), False)]
        if name in COPIES:
            given = [*node.args] if node.args else [node.func.value] if isinstance(node.func, ast.Attribute) else []
            return [Base(b.node, False) for a in given for b in self.bases(a, where, depth + 1)]
        return []

    def asks(self, call: Call) -> bool:
        """Whether a call is a request of a cycle."""
        return call in self.senders or self.teller.prov.requests.spelled(call)

    def callee_of(self, node: ast.Call, scope: Scope) -> Scope | None:
        """The function of the file that a call in a function means."""
        where = self.index.where.get(id(node)) or Where(scope, None, 0, None)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return self.callee(Call(node, where, name))

    def callee(self, call: Call) -> Scope | None:
        """The function of the file that a call means, by its name."""
        key = id(call.node)
        if key not in self.resolved:
            self.resolved[key] = self._callee(call)
        return self.resolved[key]

    def _callee(self, call: Call) -> Scope | None:
        func = call.node.func
        named = self.index.by_name.get(call.name, [])
        if isinstance(func, ast.Name):
            if call.name in self.index.classes:
                return self.index.classes[call.name].method("__init__")
            plain = [s for s in named if not s.is_method]
            return plain[0] if len(plain) == 1 else None
        if not isinstance(func, ast.Attribute) or call.name.startswith("__"):
            return None
        cls = call.where.scope.enclosing_class()
        if isinstance(func.value, ast.Name) and cls is not None and func.value.id == call.where.scope.self_name():
            return cls.method(call.name)
        cls = self.class_of(func.value, call.where.scope)
        if cls is not None:
            return cls.method(call.name)
        methods = [s for s in named if s.is_method]
        return methods[0] if len(named) == 1 and methods and call.name not in COMMON else None

    def class_of(self, owner: ast.expr, scope: Scope) -> Scope | None:
        """The class of the file that an object is of: it is made of it, or annotated with it."""
        place = place_of(owner)
        if place is None or not self.index.classes:
            return None
        key = (id(scope), place)
        if key not in self.classes_of:
            self.classes_of[key] = self._class_of(place, scope)
        return self.classes_of[key]

    def _class_of(self, place: str, scope: Scope) -> Scope | None:
        found = set()
        for holder in self.holders(scope, place):
            argument = holder.params.get(place)
            names = list(ast.walk(argument.annotation)) if argument and argument.annotation else []
            for binding in holder.bindings.get(place, ()):
                if isinstance(binding.value, ast.Call):
                    names.append(binding.value.func)
            found |= {n.id for n in names if isinstance(n, ast.Name) and n.id in self.index.classes}
        return self.index.classes[found.pop()] if len(found) == 1 else None

    def holders(self, scope: Scope, place: str) -> list[Scope]:
        """The functions that may give a place its value: the methods of the class for what hangs on the instance."""
        cls = scope.enclosing_class()
        if cls is not None and place.split(".", maxsplit=1)[0] == scope.self_name():
            return [s for s in self.index.functions if s.enclosing_class() is cls]
        out = [scope]
        while out[-1].parent is not None:
            out.append(out[-1].parent)
        return out

    # -- questions ---------------------------------------------------------------------------------------------------
    def same(self, node: Node) -> set[Node]:
        """All names of the very list."""
        return self._reach({node}, onward=False)

    def reached(self, node: Node) -> set[Node]:
        """All lists that elements of this one get into."""
        return self._reach({node}, onward=True)

    def _reach(self, start: set[Node], *, onward: bool, returns: bool = True) -> set[Node]:
        found, waiting = set(start), list(start)
        while waiting:
            at = waiting.pop()
            if at[1] == RETURNED and not returns:
                continue
            following = self.alias.get(at, set()) | (self.onward.get(at, set()) if onward else set())
            for other in following - found:
                found.add(other)
                waiting.append(other)
        return found

    def here(self, node: Node) -> set[Node]:
        """The same without what callers make of what a function returns."""
        return self._reach({node}, onward=True, returns=False)

    def flows_of(self, node: ast.AST) -> Iterator[Flow]:
        """The flows that an expression's list is part of."""
        for flow in self.flows:
            if any(part is node for part in spine(flow.value)):
                yield flow

    def is_sent(self, node: Node) -> bool:
        """Whether a request sends the list, or what is made of it."""
        return any(kind == SENT for _, kind in self.reached(node))


COMMON = frozenset({"get", "append", "extend", "add", "pop", "copy", "create", "stream", "items", "update", "join"})
"""Methods that many classes have: a function of the file with such a name need not be meant."""


def iterated(node: ast.expr) -> ast.expr:
    """The list that a loop goes over, without what only numbers or turns its elements."""
    while (
        isinstance(node, ast.Call) and node.args and getattr(node.func, "id", "") in ("enumerate", "reversed", "iter")
    ):
        node = node.args[0]
    return node


def spine(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression whose elements become its own."""
    yield node
    inner: list[ast.AST] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        inner = [node.left, node.right]
    elif isinstance(node, (ast.List, ast.Tuple)):
        inner = [e.value for e in node.elts if isinstance(e, ast.Starred)]
    elif isinstance(node, ast.IfExp):
        inner = [node.body, node.orelse]
    elif isinstance(node, ast.BoolOp):
        inner = list(node.values)
    elif isinstance(node, (ast.Await, ast.Starred)):
        inner = [node.value]
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in COPIES:
        inner = list(node.args)
    for part in inner:
        yield from spine(part)


def function_of(scope: Scope) -> Scope:
    while scope.parent is not None and not scope.is_function:
        scope = scope.parent
    return scope
