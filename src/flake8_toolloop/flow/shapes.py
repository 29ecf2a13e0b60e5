"""Messages that the code makes: the fields of their literals, of what is spread into them, of what is put in later."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Mutation, beyond, place_of
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.values import Atom, Const, Env, Record, Unknown, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

TAKING = frozenset(
    {"append", "extend", "insert", "appendleft", "add", "print", "len", "dumps", "str", "repr", "debug", "info"}
)


@dataclass(eq=False)
class Shape:
    """The fields of a message that the code makes."""

    given: dict[str, list[Value]] = field(default_factory=dict)
    gates: dict[str, ast.expr] = field(default_factory=dict)
    """Fields that are put in only where they are not empty, with the test that says so."""
    open: bool = False
    """It may have more: something unknown is spread into it, or it is handed to somebody who may add to it."""


def shape_of(teller: Teller, sink: MessageSink) -> Shape:
    """The fields of a message: of its literal, of what is spread into it, and of what is put into it later."""
    shape = Shape()
    record = teller.prov.eval(sink.literal.node, teller.prov.env_at(sink.where))
    if not isinstance(record, Record):
        shape.open = True
        return shape
    add_record(shape, record)
    if sink.place is not None:
        for mutation in sink.scope.mutations.get(sink.place, ()):
            add_mutation(teller, shape, mutation, sink)
        fill(teller, shape, sink)
        shape.open = shape.open or handed_on(sink)
        for node, env in grown(teller, sink):
            later = teller.prov.eval(node, env)
            if isinstance(later, Record):
                add_record(shape, later)
            else:
                shape.open = True
    return shape


def fill(teller: Teller, shape: Shape, sink: MessageSink) -> None:
    """The calls that are put one by one into the list that the message begins with: ``m["tool_calls"].append(...)``."""
    name = teller.dialect.calls_field
    place = f"{sink.place}.{name}"
    added = sink.scope.mutations.get(place, ())
    if name in shape.given and added:
        late = replace(teller.prov.env_at(sink.where), order=max(m.where.order for m in added) + 0.5)
        values = shape.given[name]
        shape.given[name] = [teller.prov.with_mutations(place, value, late, sink.where) for value in values]


def grown(teller: Teller, sink: MessageSink) -> Iterator[tuple[ast.expr, Env]]:
    """``message = message | more`` and ``return {**message, **more}``: copies of a message that have more fields."""
    places = [(b.value, b.where) for b in sink.scope.bindings.get(sink.place or "", ()) if b.kind == "assign"]
    if sink.scope.is_function:
        places += [(e.value, e.where) for e in sink.scope.returns]
    for value, where in places:
        if isinstance(value, ast.expr) and where.order > sink.where.order and copies(value, sink.place or ""):
            yield value, teller.prov.env_at(where)


def copies(value: ast.expr, place: str) -> bool:
    """Whether an expression puts a message together with something else, perhaps in a cast around it."""
    if isinstance(value, ast.Call):
        return any(copies(a, place) for a in value.args)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
        return place in (place_of(value.left), place_of(value.right))
    return isinstance(value, ast.Dict) and any(
        key is None and place_of(spread) == place for key, spread in zip(value.keys, value.values, strict=False)
    )


def add_record(shape: Shape, record: Record) -> None:
    for name in (*record.fields, *(s.key for s in record.sets)):
        value = record.get(name)
        if value is not None:
            shape.given.setdefault(name, []).append(value)
    for spread in record.spreads:
        for option in options(spread):
            if isinstance(option.value, Record) and not option.value.spreads:
                add_record(shape, option.value)
            elif not isinstance(option.value, Const):
                shape.open = True


def add_mutation(teller: Teller, shape: Shape, mutation: Mutation, sink: MessageSink) -> None:
    env = teller.prov.env_at(mutation.where)
    if mutation.op == "set":
        value = teller.prov.eval(mutation.args[1], env)
        keys = [mutation.key] if mutation.key is not None else listed_keys(teller, mutation)
        shape.open = shape.open or not keys
        for key in keys:
            if mutation.key is None and isinstance(value, Unknown) and isinstance(mutation.args[1], ast.Subscript):
                value = teller.prov.eval(mutation.args[1].value, env)  # ``entry[key] = row[key]``
            shape.given.setdefault(key, []).append(value)
            gate = truth_test(teller, mutation, sink, value)
            if gate is not None:
                shape.gates[key] = gate
    elif mutation.op == "update" and isinstance(mutation.node, ast.Call) and not mutation.node.args:
        for keyword in mutation.node.keywords:
            if keyword.arg is not None:
                shape.given.setdefault(keyword.arg, []).append(teller.prov.eval(keyword.value, env))
            else:
                shape.open = True
    elif mutation.op in ("update", "iadd") and mutation.args:
        value = teller.prov.eval(mutation.args[0], env)
        if isinstance(value, Record):
            add_record(shape, value)
        else:
            shape.open = True
    elif mutation.op not in ("pop", "del"):
        shape.open = True


def handed_on(sink: MessageSink) -> bool:
    """Whether the message is given to a function that may add to it, before a list takes it."""
    given = [
        c for c in sink.scope.calls
        if c.where.order > sink.where.order and any(isinstance(a, ast.Name) and a.id == sink.place for a in c.node.args)
    ]  # fmt: skip
    taken = min((c.where.order for c in given if c.name in TAKING), default=float("inf"))
    return any(c.where.order < taken for c in given)


def listed_keys(teller: Teller, mutation: Mutation) -> list[str]:
    """The keys of ``for key in ("a", "b"): entry[key] = ...``."""
    value = teller.prov.eval(mutation.args[0], teller.prov.env_at(mutation.where))
    found = [o.value.value for o in options(value) if isinstance(o.value, Const)]
    keys = [key for key in found if isinstance(key, str)]
    return keys if keys and len(keys) == len(list(options(value))) else []


def truth_test(teller: Teller, mutation: Mutation, sink: MessageSink, value: Value) -> ast.expr | None:
    """The test on the way from the message to a field that asks whether the very value is true."""
    if not isinstance(value, Atom):
        return None
    for frame in beyond(mutation.where.frame, sink.where.frame):
        for test, holds in frame.tests:
            if holds and isinstance(test, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.NamedExpr)):
                asked = teller.prov.eval(test, teller.prov.env_at(mutation.where))
                if isinstance(asked, Atom) and asked.key == value.key:
                    return test
    return None
