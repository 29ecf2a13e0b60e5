"""Turns whose unit is a message: which of its fields go back when the message is made again by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import facts, shown
from flake8_toolloop.flow.deliberation import in_tests, made_up
from flake8_toolloop.flow.endpoints import Spoken, spoken
from flake8_toolloop.flow.fates import type_names
from flake8_toolloop.flow.index import Mutation, exclusive, place_of
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Evidence, FieldsDropped
from flake8_toolloop.flow.values import Atom, Const, Listing, Part, Record, Text, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

TAKING = frozenset(
    {"append", "extend", "insert", "appendleft", "add", "print", "len", "dumps", "str", "repr", "debug", "info"}
)


@dataclass(eq=False)
class Shape:
    """The fields of a message that the code makes."""

    given: dict[str, list[Value]] = field(default_factory=dict)
    open: bool = False
    """It may have more: something unknown is spread into it, or it is handed to somebody who may add to it."""


def tell(teller: Teller) -> None:
    """State the assistant messages that are made without the field that their endpoint needs."""
    if in_tests(teller.path):
        return
    said = spoken(teller)
    if not said.fields and not said.open:
        return
    for sink in teller.message_sinks:
        if sink.role == teller.dialect.assistant and not sink.raw:
            teller.within_budget(sink.literal.node, lambda s=sink: made(teller, s, said))  # type: ignore[misc]


def made(teller: Teller, sink: MessageSink, said: Spoken) -> None:
    """State one message that is made by hand and lacks the field."""
    if own_class(teller, sink) or of_response(teller, sink) or facts.only_shown(teller, sink):
        return
    if raw_beside(teller, sink) or raw_returned(teller, sink):
        return
    place = teller.history_place(sink)
    if place is not None and shown.not_history(teller, *place):
        return
    shape = shape_of(teller, sink)
    calls = shape.given.get(teller.dialect.calls_field, [])
    if shape.open or not calls or any(name in shape.given for name in said.fields):
        return
    if not said.fields and any(name in shape.given for name in teller.dialect.deliberation_fields):
        return
    if not any(received(teller, value) for value in calls):
        return
    if any(holds_deliberation(teller, value, said) for value in shape.given.get(teller.dialect.content_field, [])):
        return
    confidence = Confidence.LIKELY if said.fields else Confidence.POSSIBLE
    teller.story.fields_dropped.append(
        FieldsDropped(
            teller.spans.of(sink.literal.node),
            teller.dialect,
            Evidence(confidence, tuple(related(teller, sink, calls))),
            said.fields[0] if said.fields else "",
            said.title,
            said.reads is not None,
            tuple(name for name in teller.dialect.deliberation_fields if name in shape.given),
        )
    )


def related(teller: Teller, sink: MessageSink, calls: list[Value]) -> Iterator[Related]:
    """The request that the calls come from, and the history that takes the message."""
    for value in calls:
        for atom in atoms(value):
            node = teller.node_of(atom)
            if node is not None and atom.root.kind == "model":
                yield Related("model call", teller.spans.of(node), "the turn is received here")
                break
    place = teller.history_place(sink)
    if place is not None:
        yield Related("replay", teller.spans.of(sink.literal.node), f"the message enters `{place[1]}` here")


# -- the message -------------------------------------------------------------------------------------------------------
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
            add_mutation(teller, shape, mutation)
        shape.open = shape.open or handed_on(sink)
    return shape


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


def add_mutation(teller: Teller, shape: Shape, mutation: Mutation) -> None:
    env = teller.prov.env_at(mutation.where)
    if mutation.op == "set" and mutation.key is not None:
        shape.given.setdefault(mutation.key, []).append(teller.prov.eval(mutation.args[1], env))
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


def holds_deliberation(teller: Teller, value: Value, said: Spoken) -> bool:
    """Whether the content itself carries the reasoning: as a block of its own, or written into the text."""
    words = teller.dialect.deliberation_words
    for atom in atoms(value):
        if set(atom.path) & {*teller.dialect.deliberation_fields, *said.fields}:
            return True
    return any(of_deliberation(part, words) for part in parts_of_text(teller, value))


def parts_of_text(teller: Teller, value: Value) -> Iterator[Part]:
    """What a content is put together from: the blocks of a list, the pieces of a text."""
    for option in options(value):
        if isinstance(option.value, Text):
            for piece in option.value.parts:
                yield from parts_of_text(teller, piece)
        elif isinstance(option.value, (Listing, Atom)):
            yield from teller.prov.parts(option.value)


def of_deliberation(part: Part, words: tuple[str, ...]) -> bool:
    """Whether a piece is reached for a type that stands for reasoning, or says that it is one."""
    conds = [*part.conds, *(c for o in options(part.value) for c in o.conds)]
    named = [name for c in conds if c.holds for name in type_names(c.test, c.env.scope)]
    declared = [o.value.get("type") for o in options(part.value) if isinstance(o.value, Record)]
    named += [str(d.value) for d in declared if isinstance(d, Const)]
    return any(word in name.lower() for name in named for word in words)


# -- where it comes from, where it goes --------------------------------------------------------------------------------
def received(teller: Teller, value: Value) -> bool:
    """Whether calls of a message can be a model's: filled from variables, with ids that are not made up."""
    for option in options(value):
        inner = option.value
        if isinstance(inner, Atom):
            if inner.root.kind in ("model", "param", "attr", "call", "free", "global") and not foreign(teller, inner):
                return True
        elif isinstance(inner, Listing) and any(
            received_call(teller, o.value) for part in inner.parts for o in options(part.value)
        ):
            return True
    return False


def received_call(teller: Teller, value: Value) -> bool:
    if isinstance(value, Atom):
        return not foreign(teller, value)
    if isinstance(value, Record):
        ident = value.get("id")
        if ident is None or value.get("function") is None:
            return False
        found = [o.value for o in options(ident)]
        return not all(made_up(v) for v in found) and not any(foreign(teller, a) for a in atoms(ident))
    return False


def foreign(teller: Teller, atom: Atom) -> bool:
    """Whether a value comes from another provider's response."""
    return bool(set(atom.path) & set(teller.dialect.foreign_steps))


def own_class(teller: Teller, sink: MessageSink) -> bool:
    """Whether the message is an object of a class that is not the clients': a carrier, another provider's message."""
    node = sink.literal.node
    if not isinstance(node, ast.Call) or node_name(node) == "dict":
        return False
    name = (place_of(node.func) or "").split(".")[0]
    module = teller.index.imports.get(name, "").split(".")[0]
    return module not in {*teller.dialect.clients, *(m for e in teller.dialect.endpoints for m in e.modules)}


def of_response(teller: Teller, sink: MessageSink) -> bool:
    """Whether the message stands in a response that the code makes: a proxy's answer, a fake client."""
    node = sink.literal.node
    if isinstance(node, ast.Call) and node_name(node) in teller.dialect.message_types:
        return True
    at: ast.AST | None = teller.index.parent(node)
    keys = {teller.dialect.unit[0], *teller.dialect.response_keys}
    while isinstance(at, (ast.expr, ast.keyword)):
        if isinstance(at, ast.Dict) and any(isinstance(k, ast.Constant) and k.value in keys for k in at.keys):
            return True
        if isinstance(at, ast.Call) and any(k.arg in keys for k in at.keywords):
            return True
        at = teller.index.parent(at)
    return False


def node_name(node: ast.Call) -> str:
    name = place_of(node.func) or ""
    return name.rpartition(".")[2]


def raw_beside(teller: Teller, sink: MessageSink) -> bool:
    """Whether the message itself is replayed on another path of the function."""
    return any(
        other.raw and other.scope is sink.scope and exclusive(other.where.frame, sink.where.frame)
        for other in teller.message_sinks
    )


def raw_returned(teller: Teller, sink: MessageSink) -> bool:
    """Whether another path of the function returns something whole of what the message is made of."""
    if not sink.scope.is_function or len(sink.scope.returns) < 2:
        return False
    for exit_ in sink.scope.returns:
        if exit_.value is None or not exclusive(exit_.where.frame, sink.where.frame):
            continue
        value = teller.prov.eval(exit_.value, teller.prov.env_at(exit_.where))
        for option in options(value):
            atom = option.value
            if isinstance(atom, Atom) and atom.root.kind == "param" and atom.path:
                return True
    return False
