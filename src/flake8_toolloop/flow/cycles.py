"""Where a cycle of a history may be open: the loops (and recursions) that ask, answer the calls and ask again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_toolloop.flow.fates import Fate, Fates
from flake8_toolloop.flow.histories import RETURNED, SENT, Histories, Node, function_of
from flake8_toolloop.flow.index import Call, Frame, Scope, Where, chain_of, exclusive, leaves, place_of
from flake8_toolloop.flow.sinks import argument_of
from flake8_toolloop.flow.values import Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.sinks import MessageSink
    from flake8_toolloop.flow.tell import Teller

MAX_HOPS = 4


@dataclass(eq=False)
class Addition:
    """A message with calls or results that is put into a list."""

    node: Node
    where: Where
    results: bool
    answered: bool
    """The cycle goes on: results go in, or calls that the code makes of stored ones."""


class Cycles:
    """What is put into the histories of a file, and where their cycles are open."""

    def __init__(self, teller: Teller, lists: Histories) -> None:
        self.teller = teller
        self.lists = lists
        self._cycles: dict[int, bool] = {}
        self._reaching: dict[tuple[int, str], bool] = {}

    def held_by(self, node: Node) -> bool:
        """Whether messages with results or calls are put into the list, or into one that it is made of."""
        return any(node in self.lists.reached(a.node) for a in self.additions)

    @cached_property
    def additions(self) -> list[Addition]:
        """All messages with calls or results that the file puts into lists."""
        return list(self.all_additions())

    def all_additions(self) -> Iterator[Addition]:
        if self.teller.dialect.whole_message:
            yield from self.added_messages()
            return
        carrying = {id(r.message_node): r for r in self.teller.story.replays if r.message_node is not None}
        for sink in self.teller.message_sinks:
            nodes = self.taken_by(sink)
            if nodes and sink.role != self.teller.dialect.assistant and self.is_given(sink):
                yield from self.given(sink, nodes)
            for node in nodes:
                if sink.role == self.teller.dialect.assistant or id(sink.literal.node) in carrying:
                    replay = carrying.get(id(sink.literal.node))
                    if replay is not None and any(self.has_calls(f) for f in replay.alternatives):
                        call = self.teller.dialect.call
                        made = any(f.values(call, Fate.MADE) for f in replay.alternatives)
                        yield Addition(node, sink.where, False, made)
                elif sink.role != "" and self.has_results(sink):
                    yield Addition(node, sink.where, True, True)

    def is_given(self, sink: MessageSink) -> bool:
        """Whether a method or helper is given the content of its message."""
        return isinstance(sink.content, ast.Name) and sink.content.id in function_of(sink.scope).params

    def given(self, sink: MessageSink, nodes: list[Node]) -> Iterator[Addition]:
        """Results that callers give to a function which puts them into a message: they go in where it is called."""
        for up in (1, 2):
            for instance in self.teller.sinks.instances(sink.where, up=up):
                where = self.teller.index.where.get(id(instance.sites[0])) if instance.sites else None
                role = sink.role or self.teller.sinks.role_in(sink, instance.env)
                if where is None or role not in (None, self.teller.dialect.user):
                    continue
                if self.holds_results(self.teller.prov.eval(sink.content, instance.env)):
                    yield from (Addition(node, where, True, True) for node in nodes)

    def added_messages(self) -> Iterator[Addition]:
        """The same where the unit is a message: received as it is, made with calls, or itself a result."""
        dialect = self.teller.dialect
        for sink in self.teller.message_sinks:
            with_calls = sink.raw or dialect.calls_field in self.teller.sinks.fields_given(sink)
            result = sink.role == dialect.result
            if result or (sink.role == dialect.assistant and with_calls):
                for node in self.taken_by(sink):
                    yield Addition(node, sink.where, result, result or not sink.raw)
            elif sink.role is None:
                yield from self.added_by_callers(sink)

    def added_by_callers(self, sink: MessageSink) -> Iterator[Addition]:
        """``self.add("tool", text, tool_call_id=...)``: what a function adds is what its caller says."""
        dialect = self.teller.dialect
        for instance in self.teller.sinks.instances(sink.where, up=1):
            site = instance.sites[-1]
            where = self.teller.index.where.get(id(site))
            role = self.teller.sinks.role_in(sink, instance.env)
            with_calls = any(k.arg == dialect.calls_field for k in site.keywords)
            if where is not None and (role == dialect.result or (role == dialect.assistant and with_calls)):
                for node in self.taken_by(sink):
                    yield Addition(node, where, role == dialect.result, True)

    def taken_by(self, sink: MessageSink) -> list[Node]:
        """The list that a message is put into."""
        at: ast.AST = sink.literal.node
        scope = sink.scope
        if isinstance(at, ast.Call) and not sink.literal.keys and isinstance(at.func, ast.Attribute):
            place = place_of(at.func.value)  # history.add("assistant", content)
            return [self.lists.node(scope, place)] if place is not None else []
        parent = self.teller.index.parent(at)
        while isinstance(parent, (ast.List, ast.Tuple, ast.IfExp, ast.BinOp)):
            at, parent = parent, self.teller.index.parent(parent)
        name = self.teller.sinks.bound_to(at)
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and at is not parent.func:
            grouped = isinstance(at, (ast.List, ast.Tuple))  # a group of messages is no message of the list
            if parent.func.attr in (("extend",) if grouped else ("append", "extend", "insert")):
                place = place_of(parent.func.value)
                return [self.lists.node(scope, place)] if place is not None else []
        if isinstance(parent, (ast.Call, ast.keyword)) and isinstance(at, ast.expr):
            return self.taken_by_function(at, sink.where)
        if isinstance(parent, ast.AugAssign):
            place = place_of(parent.target)
            return [self.lists.node(scope, place)] if place is not None else []
        if isinstance(parent, ast.Assign) and at is not sink.literal.node:
            place = place_of(parent.targets[0])
            return [self.lists.node(scope, place)] if place is not None else []
        if name is not None:
            return [
                self.lists.node(scope, place)
                for place, mutations in scope.mutations.items()
                for m in mutations
                if m.op in ("append", "insert", "extend", "iadd")
                and any(isinstance(n, ast.Name) and n.id == name for a in m.args for n in members_of(a, m.op))
            ]
        return []

    def taken_by_function(self, argument: ast.expr, where: Where, hops: int = 2) -> list[Node]:
        """``self.memory.add(message)``: the list that a function of the file puts its parameter into."""
        call = self.teller.index.parent(argument)
        call = self.teller.index.parent(call) if isinstance(call, ast.keyword) else call
        callee = self.lists.callee_of(call, where.scope) if isinstance(call, ast.Call) and hops else None
        if callee is None or not isinstance(call, ast.Call):
            return []
        name = next((n for n in callee.params if argument_of(callee, n, call) is argument), None)
        found = [
            self.lists.node(callee, place)
            for place, mutations in callee.mutations.items()
            for m in mutations
            if m.op in ("append", "insert") and m.args and isinstance(m.args[-1], ast.Name) and m.args[-1].id == name
        ]
        for inner in callee.calls:
            for given in (*inner.node.args, *(k.value for k in inner.node.keywords)):
                if isinstance(given, ast.Name) and given.id == name:
                    found += self.taken_by_function(given, inner.where, hops - 1)
        return found

    def has_calls(self, fates: Fates) -> bool:
        """Whether a turn goes in with its calls, or with calls that are made."""
        call = self.teller.dialect.call
        return bool(fates.turns and not fates.lost(call)) or bool(fates.values(call, Fate.MADE))

    def has_results(self, sink: MessageSink) -> bool:
        return self.holds_results(self.teller.prov.eval(sink.content, self.teller.prov.env_at(sink.where)))

    def holds_results(self, value: Value) -> bool:
        """Whether a content has results among its parts."""
        return any(
            isinstance(inner.value, Record) and self.teller.judge.kind_of(inner.value) == self.teller.dialect.result
            for option in options(value)
            for part in self.teller.prov.parts(option.value)
            for inner in options(part.value)
        )

    # -- where a cycle is open --------------------------------------------------------------------------------
    def may_be_open(self, where: Where, node: Node, hops: int = MAX_HOPS) -> bool:
        """Whether a cycle of the list may be open at a place: it is passed between the requests of one cycle."""
        if self.open_here(where, node):
            return True
        function = function_of(where.scope)
        if hops == 0 or not function.is_function or self.on_the_way_out(where):
            return False
        return any(self.may_be_open(call.where, node, hops - 1) for call in self.lists.sites.get(id(function), ()))

    def open_here(self, where: Where, node: Node) -> bool:
        """The same, as far as the function itself shows it."""
        scope = where.scope
        for frame in reversed(chain_of(where.frame)):
            if frame.kind in ("for", "while") and frame.branch == "body" and self.is_cycle(frame.node, scope):
                return not leaves_loop(where, frame)
        if self.after_results(where, node):
            return True
        function = function_of(scope)
        return self.recurs(function) and not leaves_loop(where, None)

    def on_the_way_out(self, where: Where) -> bool:
        """Whether a place stands in a loop of a cycle (on the way out of it, where nothing is open)."""
        return any(
            f.kind in ("for", "while") and f.branch == "body" and self.is_cycle(f.node, where.scope)
            for f in chain_of(where.frame)
        )

    def sent_while_open(
        self, where: Where, node: Node, hops: int = MAX_HOPS, *, barred: Callable[[Where], bool] = lambda _: False
    ) -> bool:
        """Whether a list that a function has made ready is sent while a cycle may be open: here or by its callers.

        Places that are ``barred`` are no way there.
        """
        if barred(where):
            return False
        here = self.lists.here(node)
        if any(kind == SENT for _, kind in here) and (self.open_here(where, node) or self.each_request(where)):
            return True
        function = function_of(where.scope)
        for call in self.lists.sites.get(id(function), ()) if hops else ():
            if (id(function), RETURNED) in here and any(
                self.sent_while_open(flow.where, flow.target, hops - 1, barred=barred)
                for flow in self.lists.flows_of(call.node)
            ):
                return True
            for name in function.params:
                argument = argument_of(function, name, call.node)
                if self.lists.node(function, name) in self.lists.same(node) and argument is not None:
                    bases = self.lists.bases(argument, call.where)
                    if any(self.sent_while_open(call.where, b.node, hops - 1, barred=barred) for b in bases):
                        return True
            shared = node[0] != id(function) and node[1].startswith(".")
            if shared and self.sent_while_open(call.where, node, hops - 1, barred=barred):
                return True
        return False

    def each_request(self, where: Where) -> bool:
        """Whether each request is made ready here, in a function that another drives: no new question is added here."""
        scope = where.scope
        if leaves_loop(where, None) or not self.lists.offers_tools:
            return False
        if self.another_model(scope):
            return False
        later = [c for c in scope.calls if c.where.order >= where.order]
        asks = [c for c in later if self.lists.asks(c) or self.leads_to(c, "asks")]
        looped = any(self.is_cycle(loop, scope) for loop, _ in scope.loops)
        questions = any(
            sink.scope is scope and sink.role == self.teller.dialect.user and not self.has_results(sink)
            for sink in self.teller.message_sinks
        )
        raw = any(w.scope is scope and w.order >= where.order for w in self.lists.bodies)
        return (
            (bool(asks) or raw) and not looped and not questions and not any(self.leads_to(c, "cycles") for c in later)
        )

    def another_model(self, scope: Scope) -> bool:
        """Whether another model than that of the cycles is asked, by calls on the way out of them only."""
        function = function_of(scope)
        sites = self.lists.sites.get(id(function), ())
        if not sites or not all(self.on_the_way_out(c.where) and leaves_loop(c.where, None) for c in sites):
            return False
        asked = {c.where.scope is scope: set[str]() for c in self.lists.senders}
        for call in self.lists.senders:
            models = [k.value for k in call.node.keywords if k.arg == "model"]
            asked[call.where.scope is scope] |= {ast.dump(m) for m in models} or {""}
        return len(asked) == 2 and not asked[True] & asked[False]

    def leads_in(self, where: Where, node: Node, hops: int = MAX_HOPS) -> bool:
        """Whether a new question is already in the list and requests follow: what is kept of old cycles is sent."""
        scope = where.scope
        if leaves_loop(where, None):
            return False
        same = self.lists.same(node)
        asked = any(
            sink.scope is scope
            and sink.role == self.teller.dialect.user
            and sink.where.order < where.order
            and not exclusive(sink.where.frame, where.frame)
            and not same.isdisjoint(self.taken_by(sink))
            for sink in self.teller.message_sinks
        )
        if asked and any(
            c.where.order > where.order and (self.lists.asks(c) or self.leads_to(c, "asks")) for c in scope.calls
        ):
            return True
        function = function_of(scope)
        return hops > 0 and any(self.leads_in(c.where, node, hops - 1) for c in self.lists.sites.get(id(function), ()))

    def after_results(self, where: Where, node: Node) -> bool:
        """Whether results were put into the list just before, in the same function."""
        same = self.lists.same(node)
        return any(
            a.results
            and a.node in same
            and a.where.scope is where.scope
            and a.where.order < where.order
            and not exclusive(a.where.frame, where.frame)
            and not leaves_loop(where, None)
            for a in self.additions
        )

    def is_cycle(self, loop: ast.AST, scope: Scope) -> bool:
        """Whether a loop makes a request and adds results each time round, and no loop in it does."""
        if id(loop) not in self._cycles:
            self._cycles[id(loop)] = False
            here = [c for c in scope.calls if inside(c.where, loop)]
            inner = [lo for lo, w in scope.loops if lo is not loop and inside(w, loop)]
            adds = any(a.answered and a.where.scope is scope and inside(a.where, loop) for a in self.additions) or any(
                self.leads_to(c, "adds") for c in here
            )
            asks = any(self.lists.asks(c) or self.leads_to(c, "asks") for c in here)
            self._cycles[id(loop)] = (
                adds
                and asks
                and not any(self.is_cycle(lo, scope) for lo in inner)
                and not any(self.leads_to(c, "cycles") for c in here if not leaves_loop(c.where, frame_of(c, loop)))
            )
        return self._cycles[id(loop)]

    def leads_to(self, call: Call, what: str) -> bool:
        """Whether a called function of the file ``adds`` messages, ``asks`` the model, or goes through ``cycles``."""
        callee = self.lists.callee(call)
        if callee is None:
            return False
        key = (id(callee), what)
        if key not in self._reaching:
            self._reaching[key] = False
            if what == "adds":
                own = any(a.answered and a.where.scope is callee for a in self.additions)
            elif what == "asks":
                own = any(self.lists.asks(c) for c in callee.calls) or any(w.scope is callee for w in self.lists.bodies)
            else:
                own = self.recurs(callee) or any(self.is_cycle(loop, callee) for loop, _ in callee.loops)
            self._reaching[key] = own or any(self.leads_to(c, what) for c in callee.calls)
        return self._reaching[key]

    def recurs(self, scope: Scope) -> bool:
        """Whether a function makes the next request of the cycle by calling itself."""
        again = [c for c in scope.calls if self.lists.callee(c) is scope]
        return (
            bool(again)
            and any(a.answered and a.where.scope is scope for a in self.additions)
            and any(self.lists.asks(c) or self.leads_to(c, "asks") for c in scope.calls if c not in again)
        )


def members_of(argument: ast.expr, op: str) -> list[ast.expr]:
    """What a mutation puts into a list: its argument, or the elements that its argument lists."""
    if op in ("extend", "iadd") and isinstance(argument, (ast.List, ast.Tuple)):
        return argument.elts
    return [argument] if op in ("append", "insert") else []


def frame_of(call: Call, loop: ast.AST) -> Frame | None:
    return next((f for f in chain_of(call.where.frame) if f.node is loop), None)


def inside(where: Where, loop: ast.AST) -> bool:
    return any(f.node is loop and f.branch == "body" for f in chain_of(where.frame))


def leaves_loop(where: Where, outer: Frame | None) -> bool:
    """Whether what stands here runs only on the way out of a loop (of the function, where none is given)."""
    if isinstance(where.statement, (ast.Return, ast.Raise)):
        return True
    within = outer is None
    for frame in chain_of(where.frame):
        if frame is outer:
            within = True
        elif within:
            if isinstance(frame.node, (ast.For, ast.AsyncFor, ast.While)):
                continue
            body = block_of(frame)
            if body and leaves(body) and not isinstance(body[-1], ast.Continue):
                return True
    return False


def block_of(frame: Frame) -> list[ast.stmt]:
    """The statements of a branch."""
    node = frame.node
    if frame.kind == "if" and isinstance(node, ast.If):
        return node.body if frame.branch == "body" else node.orelse
    if frame.kind == "match" and isinstance(node, ast.Match) and frame.branch.isdigit():
        return node.cases[int(frame.branch)].body
    if frame.kind == "try" and isinstance(node, ast.Try) and frame.branch.startswith("handler"):
        return node.handlers[int(frame.branch[7:])].body
    return []
