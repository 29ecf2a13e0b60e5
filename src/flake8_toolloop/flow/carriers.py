"""Carriers that keep the raw turn beside what was read out of it.

A writer that makes blocks of a carrier's text and calls loses deliberation, unless the carrier has the whole turn in
another field: then this writer is for other providers' turns, or for old ones, and somebody else sends the raw turn.
The evidence is the type that the field is declared with, or what a constructor in sight puts into it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.calls import constructed, field_names
from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Index, Scope
from flake8_toolloop.flow.typed import annotation, named, parts
from flake8_toolloop.flow.values import ELEMENT, Atom, Class, Listing, Record, Value, atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def keeps_turn(teller: Teller, alternatives: list[Fates]) -> bool:
    """Whether the calls of a rebuild come from a carrier that has a field for the whole turn."""
    found = {id(c): c for fates in alternatives for c in carriers(teller, fates)}
    return any(declared(teller, carrier) or filled(teller, carrier) for carrier in found.values())


def holder(teller: Teller, alternatives: list[Fates]) -> Scope | None:
    """The one class of the project's own whose instances hold the calls that a message is made of."""
    found = {
        id(cls): cls
        for fates in alternatives
        for atom in call_ids(teller, fates)
        for cls in next(reversed(list(along(teller, atom))), [])
    }
    return next(iter(found.values())) if len(found) == 1 else None


def carriers(teller: Teller, fates: Fates) -> Iterator[Scope]:
    """The classes whose instances hold the calls that a rebuild is made of."""
    for atom in call_ids(teller, fates):
        yield from on_the_way(teller, atom)


def call_ids(teller: Teller, fates: Fates) -> Iterator[Atom]:
    """What the ids of the calls that a message is made of are, where that is read from an element of a parameter."""
    for carried in fates.by_kind.get(teller.dialect.call, ()):
        ident = carried.value.get("id") if isinstance(carried.value, Record) else None
        for atom in atoms(ident) if ident is not None else ():
            if atom.root.kind == "param" and ELEMENT in atom.path:
                yield atom


def on_the_way(teller: Teller, atom: Atom) -> Iterator[Scope]:
    """The classes of the objects through whose fields a path leads, but for the last one: the call itself."""
    return (cls for classes in along(teller, atom) for cls in classes)


def along(teller: Teller, atom: Atom) -> Iterator[list[Scope]]:
    """The same, object by object: the classes that each may be of; the last object is the one that holds the calls."""
    scope = next((s for s in teller.index.functions if id(s) == atom.root.at), None)
    argument = scope.params.get(atom.root.name) if scope is not None else None
    if argument is None or argument.annotation is None:
        return
    classes = list(named(teller.prov, argument.annotation, teller.index))
    last = max(n for n, step in enumerate(atom.path) if step == ELEMENT)
    for step in atom.path[:last]:
        if step == ELEMENT:
            continue
        yield classes
        annotations = [(c, a) for c in classes if (a := annotation(c, step)) is not None]
        classes = [inner for c, a in annotations for inner in named(teller.prov, a, c.file)]


def declared(teller: Teller, carrier: Scope) -> bool:
    """Whether a field is declared to hold the SDK's response, or its blocks of any kind."""
    dialect = teller.dialect
    wanted = {*dialect.response_types, *dialect.block_types, *dialect.message_types}
    for name in field_names(carrier):
        node = annotation(carrier, name)
        for part in parts(node) if node is not None else ():
            last = part.attr if isinstance(part, ast.Attribute) else part.id
            if last in wanted and from_sdk(teller, part, carrier.file):
                return True
    return False


def from_sdk(teller: Teller, part: ast.Name | ast.Attribute, file: Index) -> bool:
    while isinstance(part, ast.Attribute):
        if not isinstance(part.value, (ast.Attribute, ast.Name)):
            return False
        part = part.value
    return file.imports.get(part.id, part.id).split(".")[0] in teller.dialect.modules


def filled(teller: Teller, carrier: Scope) -> bool:
    """Whether a constructor in sight puts the unit of a response into one field, what it reads out of it in others."""
    carrier.file.complete()
    made = Class(carrier.name, carrier)
    return any(
        takes_whole(teller, constructed(teller.prov, made, call.node, teller.prov.env_at(call.where)))
        for file in {id(f): f for f in (teller.index, carrier.file)}.values()
        for call in (*file.calls_by_name.get(carrier.name, ()), *file.calls_by_name.get("cls", ()))
        if call.name != "cls" or call.where.scope.enclosing_class() is carrier
    )


def takes_whole(teller: Teller, record: Value) -> bool:
    """Whether one field of a new object is the unit that others are read out of, or that of a request in sight."""
    if not isinstance(record, Record):
        return False
    values = [v for name in record.fields if (v := record.get(name)) is not None]
    units = {a.key for v in values if (a := whole(v)) is not None and a.path[-1:] == teller.dialect.unit[-1:]}
    read = {a.key for v in values for p in teller.prov.parts(v) if p.conds for a in p.loops if isinstance(a, Atom)}
    return bool(units & read) or any(
        teller.judge.is_unit(a) for v in values if (a := whole(v)) is not None and a.root.kind == "model"
    )


def whole(value: Value) -> Atom | None:
    """What a value passes on as it is, or copied block by block."""
    if isinstance(value, Listing) and len(value.parts) == 1:
        part = value.parts[0]
        inner = part.value
        if isinstance(inner, Atom) and inner.path[-1:] == (ELEMENT,) and not part.conds and not inner.taken:
            return Atom(inner.root, inner.path[:-1], inner.node)
        return None
    return value if isinstance(value, Atom) and not value.taken else None
