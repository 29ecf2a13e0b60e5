"""Turns whose unit is a message: which of its fields go back when the message is made again by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import facts, mirrored, narrowed, shown
from flake8_toolloop.flow.deliberation import in_tests, made_up
from flake8_toolloop.flow.deltas import from_deltas
from flake8_toolloop.flow.destinations import goes_on
from flake8_toolloop.flow.endpoints import Spoken
from flake8_toolloop.flow.fates import type_names
from flake8_toolloop.flow.index import Where, exclusive, place_of
from flake8_toolloop.flow.shapes import Shape, shape_of
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.story import Evidence, FieldsDropped
from flake8_toolloop.flow.values import Atom, Const, Listing, Part, Record, Text, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the assistant messages that are made without the field that their endpoint needs."""
    if in_tests(teller.path):
        return
    said = teller.said
    if not said.fields and not said.open:
        return
    if not said.needing and said.reads is not None and filled_in(teller, said.fields):
        return
    for sink in teller.message_sinks:
        if sink.role in (teller.dialect.assistant, None) and not sink.raw:
            teller.within_budget(sink.literal.node, lambda s=sink: made(teller, s, said))  # type: ignore[misc]
    if said.fields:
        for sink, taking in narrowed.losses(teller, said):
            state(teller, taking, said, tuple(related(teller, sink, [])))
        for node, where in teller.index.dict_comprehensions:
            teller.within_budget(node, lambda n=node, w=where: allowed(teller, n, w, said))  # type: ignore[misc]


def filled_in(teller: Teller, names: tuple[str, ...]) -> bool:
    """Whether the file puts a field into messages that stand already: what is made without it gets it afterwards."""
    for call in teller.index.calls_by_name.get("setattr", ()):
        name = call.node.args[1] if isinstance(call.node, ast.Call) and len(call.node.args) > 1 else None
        if isinstance(name, ast.Constant) and name.value in names:
            return True
    return any(
        mutation.op == "set"
        and mutation.key in names
        and any(binding.kind == "for" for binding in scope.bindings.get(place, ()))
        for scope in teller.index.functions
        for place, mutations in scope.mutations.items()
        for mutation in mutations
    )


def made(teller: Teller, sink: MessageSink, said: Spoken) -> None:
    """State one message that is made by hand and lacks the field."""
    carried = own_class(teller, sink) and not mirrored.sent_as_it_is(teller, sink)
    if carried or of_response(teller, sink) or facts.only_shown(teller, sink):
        return
    if raw_beside(teller, sink) or raw_returned(teller, sink) or not goes_on(teller, sink):
        return
    place = teller.history_place(sink)
    if place is not None and shown.not_history(teller, *place):
        return
    shape = shape_of(teller, sink)
    calls = shape.given.get(teller.dialect.calls_field, [])
    if shape.open or not calls or (sink.role is None and not copies_role(shape)):
        return
    if sink.role is None and set(shape.given) & set(teller.dialect.record_keys):
        return  # what is stored or shown of any message
    if any(name in shape.given for name in said.fields):
        gated(teller, sink, shape, said)
        return
    for name, values in shape.given.items():
        carried = any(set(a.path) & set(said.fields) for v in values for a in atoms(v))
        if carried and narrowed.handed_back(teller, name, said):
            return  # it goes on under another name
    if not said.fields and any(name in shape.given for name in teller.dialect.deliberation_fields):
        return
    if not any(received(teller, value) for value in calls) and not streamed(teller, sink):
        return
    if any(holds_deliberation(teller, value, said) for value in shape.given.get(teller.dialect.content_field, [])):
        return
    kept = tuple(name for name in teller.dialect.deliberation_fields if name in shape.given)
    state(teller, sink.literal.node, said, tuple(related(teller, sink, calls)), kept)


def state(
    teller: Teller,
    node: ast.AST,
    said: Spoken,
    way: tuple[Related, ...] = (),
    kept: tuple[str, ...] = (),
    empty: bool = False,
) -> None:
    """State a message that is made without the field, or without it where it is empty."""
    confidence = Confidence.LIKELY if said.fields else Confidence.POSSIBLE
    missing = said.fields[0] if said.fields else ""
    read = said.reads is not None
    rejected = bool(said.needing) and said.needing[0].rejects
    event = FieldsDropped(
        teller.spans.of(node),
        teller.dialect,
        Evidence(confidence, way),
        missing,
        said.title,
        read,
        kept,
        empty,
        rejected,
        node,
    )
    teller.story.fields_dropped.append(event)


def copies_role(shape: Shape) -> bool:
    """Whether the role is another message's, or that of an object which writes itself: what is made is a copy."""
    return any(
        isinstance(o.value, Atom) and (o.value.path or o.value.root.kind == "attr")
        for v in shape.given.get("role", [])
        for o in options(v)
    )


def gated(teller: Teller, sink: MessageSink, shape: Shape, said: Spoken) -> None:
    """State a field that is left out where it is empty, although its endpoint wants it even then."""
    wanted = {name for endpoint in said.needing if endpoint.even_empty for name in endpoint.fields}
    for name in wanted & set(shape.gates):
        state(teller, shape.gates[name], said, tuple(related(teller, sink, [])), empty=True)


def allowed(teller: Teller, node: ast.DictComp, where: Where, said: Spoken) -> None:
    """State a copy of stored messages that keeps only listed keys, those of calls among them."""
    value = teller.prov.eval(node, teller.prov.env_at(where))
    if not isinstance(value, Record) or value.allowed is None or not any(isinstance(s, Atom) for s in value.spreads):
        return
    if {"role", teller.dialect.calls_field} <= value.allowed and value.allowed.isdisjoint(said.fields):
        state(teller, node, said)


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
    elif sink.scope.is_function:
        for site in teller.sinks.sites(sink.scope)[:4]:
            yield Related("replay", teller.spans.of(site.node), "what is made is used here")


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


def streamed(teller: Teller, sink: MessageSink) -> bool:
    """Whether the calls are put together from the deltas of a stream."""
    field = teller.dialect.calls_field
    given = fields_of(sink.literal.node)
    if field in given:
        return from_deltas(teller, given[field], sink.where)
    touched = sink.scope.mutations.get(sink.place or "", ())
    return any(m.op == "set" and m.key == field and from_deltas(teller, m.args[1], m.where) for m in touched)


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
    # ``chunk.choices[0].delta = ...``: a piece of a response that is changed on its way.
    targets = at.targets if isinstance(at, ast.Assign) else []
    places = [(place_of(target) or "").replace("[", ".").split(".") for target in targets]
    return any(teller.dialect.unit[0] in steps[1:] for steps in places)


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
    """Whether another path of the function returns or yields something whole of what the message is made of."""
    exits = [*sink.scope.returns, *sink.scope.yields]
    if not sink.scope.is_function or len(exits) < 2:
        return False
    for exit_ in exits:
        if exit_.value is None or not exclusive(exit_.where.frame, sink.where.frame):
            continue
        value = teller.prov.eval(exit_.value, teller.prov.env_at(exit_.where))
        for option in options(value):
            whole = option.value
            # ``{**message, "tool_calls": ...}``: every field of a message, one of them another.
            kept = whole.spreads if isinstance(whole, Record) and not whole.removed else (whole,)
            if any(isinstance(a, Atom) and a.root.kind == "param" and (a.path or a is not whole) for a in kept):
                return True
    return False
