"""Events of a stream that the program makes itself: whether a block starts with what only its deltas may bring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Events
from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.calls import class_name
from flake8_toolloop.flow.conditions import OTHER
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Literal, Scope, chain_of
from flake8_toolloop.flow.sinks import Instance, fields_of
from flake8_toolloop.flow.story import Evidence, StreamMade
from flake8_toolloop.flow.stream_names import own
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Func, Option, Record, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

NEAR = 3
"""How many calls away the deltas of a block may be made."""


def tell(teller: Teller) -> None:
    """State the start events that hold deliberation for which no deltas are made."""
    events = teller.dialect.events
    if events is None or events.start not in teller.index.strings | set(events.classes) or in_tests(teller.path):
        return
    for literal in starts(teller, events):
        teller.within_budget(literal.node, lambda made=literal: Start(teller, made, events).judge())  # type: ignore[misc]


def starts(teller: Teller, events: Events) -> Iterator[Literal]:
    """The start events that the file makes: dicts, or objects of the SDK's class."""
    for literal in teller.index.literals:
        declared = fields_of(literal.node).get("type")
        if isinstance(declared, ast.Constant) and declared.value == events.start:
            yield literal
    for calls in teller.index.calls_by_name.values():
        for call in calls:
            if events.classes.get(class_name(call.node.func)) == events.start and events.block in fields_of(call.node):
                yield Literal(call.node, call.where, frozenset())


class Start:
    """One start event that the program makes."""

    def __init__(self, teller: Teller, literal: Literal, events: Events) -> None:
        self.teller = teller
        self.literal = literal
        self.events = events
        self.scope = literal.where.scope

    def judge(self) -> None:
        block = fields_of(self.literal.node).get(self.events.block)
        if block is None:
            return
        for kind in self.teller.dialect.kinds:
            if not (kind.deliberation and self.events.deltas_of(kind.name)):
                continue
            for up in (0, 1):  # a method for one block gets it from the loop that calls it
                if any(self.starts_whole(block, instance, kind.name) for instance in self.instances(up)):
                    self.state(block, kind.name)
                    break

    def instances(self, up: int) -> list[Instance]:
        return self.teller.sinks.instances(self.literal.where, up=up)

    def starts_whole(self, block: ast.expr, instance: Instance, kind: str) -> bool:
        """Whether the block starts with its text in one context of the event, and gets no deltas near it."""
        value = self.teller.prov.eval(block, instance.env)
        return any(self.whole(o, kind, instance) for o in options(value)) and not self.deltas_near(kind, value)

    def whole(self, option: Option, kind: str, instance: Instance) -> bool:
        """Whether the block that starts is one of this kind with its text already in it."""
        value = option.value
        if isinstance(value, Atom):
            return self.received(value, kind, option.conds + instance.conds)
        if not isinstance(value, Record) or self.teller.judge.kind_of(value) != kind:
            return False
        text = value.get(kind)
        if text is None:
            copied = [s for s in value.spreads if isinstance(s, Atom)]
            return any(self.received(s, kind, option.conds + instance.conds) for s in copied)
        return any(isinstance(o.value, Atom) for o in options(text))

    def received(self, atom: Atom, kind: str, conds: tuple[Cond, ...]) -> bool:
        """Whether a block of a finished turn may be of this kind here: the tests on the way let it through."""
        if self.events.block in atom.path or self.events.delta in atom.path:
            return False  # it was a stream before: what it holds there has its deltas
        if atom.path[-2:] != (self.teller.dialect.unit[-1], ELEMENT) or atom.taken:
            return False
        return self.teller.judge.assuming(kind, frozenset({atom.key})).all(conds) is True

    def deltas_near(self, kind: str, value: Value) -> bool:
        """Whether deltas of the kind are made by the function, by what it calls, or by who calls it."""
        words = {w for d in self.events.deltas_of(kind) for w in (d.name, *d.classes)}
        around = self.around()
        for scope in around.values():
            for node in own(scope):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    if any(word in node.value for word in words):
                        return True
                elif isinstance(node, (ast.Name, ast.Attribute)) and class_name(node) in words:
                    return True
        return self.handed_on(around, value)

    def around(self) -> dict[int, Scope]:
        """The function with what it calls, and who calls it with what they call."""
        found: dict[int, Scope] = {}
        todo = [(self.scope, 0)]
        todo += [(c.where.scope, 1) for c in self.teller.sinks.sites(self.scope)]
        while todo:
            scope, depth = todo.pop()
            if id(scope) in found or depth > NEAR:
                continue
            found[id(scope)] = scope
            todo += [(child, depth + 1) for child in scope.children]
            for call in scope.calls:
                callee = self.teller.prov.value_at(call.node.func, call.where)
                if isinstance(callee, Func):
                    todo.append((callee.scope, depth + 1))
                else:
                    named = self.teller.index.by_name.get(call.name, [])
                    todo += [(s, depth + 1) for s in named[:2]]
        return found

    def handed_on(self, around: dict[int, Scope], value: Value) -> bool:
        """Whether the block goes to a function out of sight, which may make its deltas."""
        keys = {a.key for o in options(value) for a in atoms(o.value)}
        inside = {id(n) for n in ast.walk(self.literal.node)}
        for call in self.scope.calls:
            if call.name in LOOKING or id(call.node) in inside:
                continue
            env = self.teller.prov.env_at(call.where)
            given = [self.teller.prov.eval(a, env) for a in call.node.args if isinstance(a, (ast.Name, ast.Attribute))]
            if any(isinstance(o.value, Atom) and o.value.key in keys for v in given for o in options(v)):
                callee = self.teller.prov.value_at(call.node.func, call.where)
                if not (isinstance(callee, Func) and id(callee.scope) in around):
                    return True
        return False

    def state(self, block: ast.expr, kind: str) -> None:
        related = (Related("rebuild", self.teller.spans.of(block), "the block that starts"),)
        self.teller.story.streams_made.append(
            StreamMade(
                self.teller.spans.of(self.literal.node),
                self.teller.dialect,
                Evidence(Confidence.LIKELY, related),
                kind,
                self.literal.node,
                block,
                self.alone(block, kind),
            )
        )

    def alone(self, block: ast.expr, kind: str) -> bool:
        """Whether the tests on the way let no block of another kind through."""
        env = self.teller.prov.env_at(self.literal.where)
        tests = tuple(Cond(t, h, env) for f in chain_of(self.literal.where.frame) for t, h in f.tests)
        keys = frozenset(o.value.key for o in options(self.teller.prov.eval(block, env)) if isinstance(o.value, Atom))
        others = [k.name for k in self.teller.dialect.kinds if k.name != kind]
        return all(self.teller.judge.assuming(k, keys).all(tests) is False for k in (*others, OTHER))


LOOKING = frozenset({"isinstance", "getattr", "hasattr", "print", "dict", "str", "len", "type", "debug", "info"})
