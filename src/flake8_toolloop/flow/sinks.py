"""The places where something wire-shaped is made: messages, call blocks, results, deliberation; and requests.

A sink is evaluated where it stands; where its content is a bare parameter, once more for each call of its function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.calls import class_name
from flake8_toolloop.flow.index import Call, Frame, Literal, Mutation, Scope, Where, beyond, dotted, place_of
from flake8_toolloop.flow.makers import calls_of_makers
from flake8_toolloop.flow.provenance import GLANCE, OVER_BUDGET, Provenance
from flake8_toolloop.flow.values import (
    Atom,
    Cond,
    Const,
    Env,
    Func,
    Record,
    Unknown,
    Value,
    options,
)

MAX_SITES = 8


@dataclass(frozen=True, eq=False)
class Instance:
    """A sink in one calling context: the environment, and what holds and loops on the way to it."""

    env: Env
    conds: tuple[Cond, ...] = ()
    loops: tuple[Value, ...] = ()
    sites: tuple[ast.Call, ...] = ()
    """The calls through which it is reached, the outermost first."""
    frames: tuple[Frame, ...] = ()
    """All blocks on the way, the outermost call's first."""


@dataclass(eq=False)
class MessageSink:
    """A message that the code makes: a dict or an object with a role and a content."""

    literal: Literal
    role: str | None
    """The constant role, or None where it is computed."""
    content: ast.expr
    """The content expression."""
    scope: Scope
    where: Where
    place: str | None = None
    """The name that the message is bound to."""
    raw: bool = False
    """The received message itself enters a history."""


@dataclass(eq=False)
class BlockSink:
    """A block that the code makes: its kind by its constant type, its class or its fields."""

    literal: Literal
    kind: str
    scope: Scope
    where: Where
    fields: dict[str, ast.expr] = field(default_factory=dict)


class Sinks:
    """Finds the sinks of a file and their calling contexts."""

    def __init__(self, prov: Provenance, dialect: Dialect) -> None:
        self.prov = prov
        self.dialect = dialect
        self.index = prov.index
        self._sites: dict[int, list[Call]] = {}

    # -- messages ----------------------------------------------------------------------------------------------------
    def messages(self) -> Iterator[MessageSink]:
        """All messages with a role and a content, in the order of the file."""
        key = self.dialect.content_field
        for literal in self.index.literals:
            if "role" not in literal.keys:
                continue
            fields = fields_of(literal.node)
            content = fields.get(key) or self.later(literal, key) or fields.get(self.dialect.calls_field)
            if content is None or isinstance(content, ast.Dict) or self.is_response(literal, fields):
                continue
            role = self.role(fields["role"], literal.where)
            yield MessageSink(literal, role, content, literal.where.scope, literal.where, self.bound_to(literal.node))
        if self.dialect.whole_message:
            yield from self.received()
        else:
            yield from self.positional()
            yield from self.made_elsewhere()

    def made_elsewhere(self) -> Iterator[MessageSink]:
        """``history.append(as_message(blocks))`` where the function that makes the message is in another file."""
        for node, where, maker, name in calls_of_makers(self.prov, self.dialect):
            content = argument_of(maker, name, node)
            if content is not None and not any(isinstance(a, ast.Starred) for a in node.args):
                literal = Literal(node, where, frozenset())
                yield MessageSink(literal, self.dialect.assistant, content, where.scope, where)

    def received(self) -> Iterator[MessageSink]:
        """``history.append(message)``: the received message itself, or a copy of it, enters a list."""
        words = {self.dialect.unit[0], self.dialect.calls_field}
        if words.isdisjoint(self.index.attributes | self.index.strings) and not self.prov.requests.makers:
            return
        for scope in (self.index.module, *self.index.functions):
            for mutations in scope.mutations.values():
                for mutation in mutations:
                    if mutation.op in ("append", "extend", "iadd", "insert") and mutation.args:
                        yield from self.units_in(mutation, scope)

    def units_in(self, mutation: Mutation, scope: Scope) -> Iterator[MessageSink]:
        taken = mutation.args[-1]
        for node in taken.elts if isinstance(taken, (ast.List, ast.Tuple)) else (taken,):
            if isinstance(node, (ast.Dict, ast.Constant, ast.JoinedStr)):
                continue
            yield from self.unit(node, mutation.where)
            if isinstance(node, ast.Name) and node.id in scope.params:
                for call in self.sites(scope):  # ``self.memory.add(message)``
                    argument = argument_of(scope, node.id, call.node)
                    if argument is not None and not isinstance(argument, (ast.Dict, ast.Constant, ast.JoinedStr)):
                        yield from self.unit(argument, call.where)

    def unit(self, node: ast.expr, where: Where) -> Iterator[MessageSink]:
        """The received message, where an expression that enters a history is one."""
        value = self.prov.value_at(node, where, GLANCE)
        copied = [s for o in options(value) if isinstance(o.value, Record) for s in o.value.spreads]
        found = [v for v in (*(o.value for o in options(value)), *copied) if isinstance(v, Atom)]
        if any(self.is_message(a) or self.answers_calls(a, node, where.scope) for a in found):
            literal = Literal(node, where, frozenset())
            yield MessageSink(literal, self.dialect.assistant, node, where.scope, where, raw=True)

    def answers_calls(self, atom: Atom, node: ast.expr, scope: Scope) -> bool:
        """Whether it is what a function out of sight gave, and the code reads the calls of it."""
        place = place_of(node)
        if isinstance(node, ast.Call):  # ``message.model_dump()``, ``dict(message)``
            place = place_of(
                node.func.value if isinstance(node.func, ast.Attribute) else node.args[0] if node.args else node
            )
        given = scope.bindings.get(place or "", ())
        asked = atom.root.kind == "call" and any(isinstance(b.value, (ast.Call, ast.Await)) for b in given)
        nodes = scope.file.nodes
        return asked and any(
            self.reads_calls(n, place)
            for kind in (ast.Attribute, ast.Subscript, ast.Call)
            for n in nodes.within(scope.node, kind)
        )

    def reads_calls(self, node: ast.AST, place: str | None) -> bool:
        """``m.tool_calls``, ``m["tool_calls"]``, ``m.get("tool_calls")``."""
        name = self.dialect.calls_field
        if isinstance(node, ast.Attribute):
            return node.attr == name and place_of(node.value) == place
        if isinstance(node, ast.Subscript):
            return getattr(node.slice, "value", None) == name and place_of(node.value) == place
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            key = getattr(node.args[0], "value", None)
            return node.func.attr == "get" and key == name and place_of(node.func.value) == place
        return False

    def is_message(self, atom: Atom) -> bool:
        """Whether an atom is the message of a response."""
        return atom.path[-len(self.dialect.unit) :] == self.dialect.unit

    def is_response(self, literal: Literal, fields: dict[str, ast.expr]) -> bool:
        """Whether the message is a whole response (a fake client's, a proxy's answer): it says so, or how it ended."""
        declared = fields.get("type")
        if isinstance(declared, ast.Constant) and declared.value == (self.dialect.response_type or None):
            return True
        if set(fields) & set(self.dialect.response_keys):
            return True
        place = self.bound_to(literal.node)
        return place is not None and any(
            m.op == "set" and m.key in self.dialect.response_keys for m in literal.where.scope.mutations.get(place, ())
        )

    def later(self, literal: Literal, key: str) -> ast.expr | None:
        """The content that is put into the message after it was made."""
        place = self.bound_to(literal.node)
        if place is None:
            return None
        for mutation in literal.where.scope.mutations.get(place, ()):
            if mutation.op == "set" and mutation.key == key:
                return mutation.args[1]
        return None

    def fields_given(self, sink: MessageSink) -> set[str]:
        """The keys of a message: those of its literal, and those that are set later."""
        given = set(fields_of(sink.literal.node))
        if sink.place is not None:
            given |= {m.key for m in sink.scope.mutations.get(sink.place, ()) if m.op == "set" and m.key is not None}
        return given

    def bound_to(self, node: ast.AST) -> str | None:
        parent = self.index.parent(node)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
            return parent.targets[0].id
        if isinstance(parent, ast.AnnAssign) and isinstance(parent.target, ast.Name):
            return parent.target.id
        return None

    def positional(self) -> Iterator[MessageSink]:
        """``history.add("assistant", content)`` where the method is not in the file."""
        for calls in self.index.calls_by_name.values():
            for call in calls:
                node = call.node
                if len(node.args) != 2 or not isinstance(node.args[0], ast.Constant):
                    continue
                role = node.args[0].value
                if role not in (self.dialect.assistant, self.dialect.user):
                    continue
                callee = self.prov.value_at(node.func, call.where)
                own = self.index.by_name.get(call.name, ())
                if isinstance(callee, Func) or any(self.resolves(call, scope) for scope in own):
                    continue
                if call.name in ("get", "getattr", "isinstance", "startswith", "setdefault"):
                    continue
                literal = Literal(node, call.where, frozenset())
                yield MessageSink(literal, str(role), node.args[1], call.where.scope, call.where)

    def role(self, node: ast.expr, where: Where) -> str | None:
        value = self.prov.value_at(node, where)
        # A role that costs too much to know is none of ours, rather than one that may be the assistant's.
        return "" if isinstance(value, Unknown) and value.why == OVER_BUDGET else self.role_of(value)

    def role_in(self, sink: MessageSink, env: Env) -> str | None:
        """The constant role of a message in one calling context."""
        node = fields_of(sink.literal.node).get("role")
        return self.role_of(self.prov.eval(node, env)) if node is not None else sink.role

    def role_of(self, value: Value) -> str | None:
        """The one role that a value names: what a response says of itself is the assistant's."""
        received = [o.value for o in options(value) if isinstance(o.value, Atom) and o.value.root.kind == "model"]
        if len(received) == 1 and received[0].path == (*self.dialect.unit[:-1], "role"):
            return self.dialect.assistant
        return role_in_value(value)

    # -- blocks ------------------------------------------------------------------------------------------------------
    def blocks(self) -> Iterator[BlockSink]:
        """All call, result and deliberation blocks, in the order of the file."""
        for literal in self.index.literals:
            kind = self.kind_of(literal)
            if kind is not None:
                yield BlockSink(literal, kind, literal.where.scope, literal.where, fields_of(literal.node))

    def kind_of(self, literal: Literal) -> str | None:
        fields = fields_of(literal.node)
        if self.dialect.whole_message:
            return self.message_kind(literal, fields)
        if isinstance(literal.node, ast.Call) and not self.is_wire_class(literal.node):
            own_class = dotted(literal.node.func).split(".")[-1][:1].isupper()
            return self.dialect.result if own_class and self.dialect.result_id in fields else None
        if isinstance(literal.node, ast.Dict) and "type" not in fields and None in literal.node.keys:
            return self.spread_kind(literal)
        if "type" in fields and isinstance(fields["type"], ast.Constant):
            return fields["type"].value if isinstance(fields["type"].value, str) else None
        if isinstance(literal.node, ast.Call):
            name = class_name(literal.node.func)
            if name in self.dialect.result_classes:
                return self.dialect.result
            table = self.dialect.kind_of_class(name)
            if table is not None:
                return table.name
        if self.dialect.result_id in fields:
            return self.dialect.result
        if "type" in fields:
            value = self.prov.value_at(fields["type"], literal.where)
            return value.value if isinstance(value, Const) and isinstance(value.value, str) else None
        return None

    def message_kind(self, literal: Literal, fields: dict[str, ast.expr]) -> str | None:
        """The result that a message is: its role says so, and it names the call that it answers."""
        if self.dialect.result_id not in fields:
            return None
        if isinstance(literal.node, ast.Call) and class_name(literal.node.func) in self.dialect.result_classes:
            return self.dialect.result
        role = self.role(fields["role"], literal.where) if "role" in fields else None
        return self.dialect.result if role == self.dialect.result else None

    def is_wire_class(self, node: ast.Call) -> bool:
        """``dict(...)`` or a class of the SDK; a class of the project's own is a carrier."""
        name = class_name(node.func)
        if name == "dict":
            return True
        known = name in self.dialect.result_classes or self.dialect.kind_of_class(name) is not None
        return known and not self.of_project(node.func)

    def of_project(self, func: ast.expr) -> bool:
        """Whether a class only has the name of one of the SDK's: it is made here, or imported from somewhere else."""
        first = dotted(func).split(".")[0]
        if first in self.index.classes:
            return True
        module = self.index.imports.get(first)
        return module is not None and module.split(".")[0] not in {*self.dialect.modules, *self.dialect.clients}

    def spread_kind(self, literal: Literal) -> str | None:
        """The kind of ``{**TEMPLATE, "thinking": plan}``."""
        value = self.prov.value_at(literal.node, literal.where)
        declared = value.get("type") if isinstance(value, Record) else None
        return declared.value if isinstance(declared, Const) and isinstance(declared.value, str) else None

    # -- contexts ----------------------------------------------------------------------------------------------------
    def instances(self, where: Where, *, up: int = 0) -> list[Instance]:
        """The contexts of a place: as it stands (``up`` 0), or through the calls of its function, ``up`` levels."""
        if up == 0:
            return self.expanded(Instance(self.prov.env_at(where)), where)
        scope = where.scope
        while scope.parent is not None and not scope.is_function:
            scope = scope.parent
        out: list[Instance] = []
        for call in self.sites(scope):
            for outer in self.instances(call.where, up=up - 1):
                callee = self.prov.eval(call.node.func, outer.env)
                instance = callee.instance if isinstance(callee, Func) else None
                inner = self.prov.call_env(scope, call.node, outer.env, instance)
                if inner is None:
                    continue
                at = replace(inner, frame=where.frame, order=where.order)
                out.extend(
                    self.expanded(
                        Instance(at, outer.conds, outer.loops, (*outer.sites, call.node), outer.frames), where
                    )
                )
        return out

    def expanded(self, instance: Instance, where: Where) -> list[Instance]:
        frames = beyond(where.frame, None)
        out = []
        for env, conds, loops in self.prov.expand(frames, instance.env):
            out.append(
                Instance(
                    env, instance.conds + conds, instance.loops + loops, instance.sites, (*instance.frames, *frames)
                )
            )
        return out

    def sites(self, scope: Scope) -> list[Call]:
        """The calls of a function in the file."""
        if id(scope) not in self._sites:
            found = []
            for call in self.index.calls_by_name.get(self.call_name(scope), ())[: 4 * MAX_SITES]:
                if call.where.scope is scope:
                    continue
                if self.resolves(call, scope):
                    found.append(call)
            self._sites[id(scope)] = found[:MAX_SITES]
        return self._sites[id(scope)]

    def unused(self, scope: Scope) -> bool:
        """Whether a private function is mentioned nowhere in its file; a method of a class with bases may be a hook."""
        while scope.parent is not None and scope.kind != "function":
            scope = scope.parent
        name = scope.name
        if not name.startswith("_") or name.startswith("__") or getattr(scope.node, "decorator_list", None):
            return False
        if scope.is_method and scope.parent is not None:
            known = {b.name for b in scope.parent.bases()} | {"ABC", "Protocol", "object", "Generic"}
            if any(dotted(b).split(".")[-1] not in known for b in getattr(scope.parent.node, "bases", ())):
                return False
        files = {id(b.file): b.file for b in scope.parent.bases()} if scope.parent is not None else {}
        files[id(self.index)] = self.index
        return not any(name in file.mentioned for file in files.values())

    def call_name(self, scope: Scope) -> str:
        if scope.name == "__init__" and scope.parent is not None:
            return scope.parent.name
        return scope.name

    def resolves(self, call: Call, scope: Scope) -> bool:
        callee = self.prov.value_at(call.node.func, call.where)
        if isinstance(callee, Func):
            return callee.scope is scope
        only = len(self.index.by_name.get(scope.name, [])) == 1
        if not only or scope.name.startswith("__"):
            return False
        func = call.node.func
        if isinstance(callee, Unknown) and callee.why == OVER_BUDGET:
            return isinstance(func, ast.Name) and not scope.is_method  # by its name, rather than called by nobody
        if scope.is_method and isinstance(func, ast.Attribute):
            # a method that only one class of the file has, on an object of unknown class
            return isinstance(callee, Atom) and callee.root.kind in ("param", "attr", "call", "free", "global")
        return False


def role_in_value(value: Value) -> str | None:
    """The one role that a value names."""
    found = {role_name(option.value) for option in options(value)}
    return found.pop() if len(found) == 1 else None


def role_name(value: Value) -> str | None:
    """The role that a value names: a constant, or an enum's member by its name."""
    if isinstance(value, Const) and isinstance(value.value, str):
        return value.value
    if isinstance(value, Atom) and value.root.kind in ("import", "free", "global"):
        for step in reversed((*value.root.name.split("."), *value.path)):
            if step.lower() in ("assistant", "user", "system", "tool"):
                return step.lower()
    return None


def fields_of(node: ast.expr) -> dict[str, ast.expr]:
    """The constant keys of a dict literal, or the keywords of a call, with their expressions."""
    if isinstance(node, ast.Dict):
        return {
            k.value: v
            for k, v in zip(node.keys, node.values, strict=False)
            if isinstance(k, ast.Constant) and isinstance(k.value, str)
        }
    return {k.arg: k.value for k in node.keywords if k.arg} if isinstance(node, ast.Call) else {}


def record_of(prov: Provenance, node: ast.Dict | ast.Call, env: Env) -> Record | None:
    value = prov.eval(node, env)
    return value if isinstance(value, Record) else None


def argument_of(scope: Scope, name: str, call: ast.Call) -> ast.expr | None:
    """The argument that a call gives to a parameter."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if name not in scope.positional:
        return None
    number = scope.positional.index(name)
    if (scope.is_method and isinstance(call.func, ast.Attribute)) or scope.name == "__init__":
        number -= 1
    return call.args[number] if 0 <= number < len(call.args) else None
