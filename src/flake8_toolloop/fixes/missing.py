"""Why a turn is out of reach: what the message is made of instead, and the carrier that has no field for the turn."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.reach import all_atoms, root_name
from flake8_toolloop.flow.values import Atom, Record, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.fates import Fates


def missing(reach: Reach, alternatives: Iterable[Fates]) -> str | None:
    """Why there is no unit: what the message is made of instead, and the carrier that has no field for the turn."""
    carriers: list[str] = []
    sources: list[str] = []
    for atom in _sources(alternatives):
        name = carrier_of(reach, atom)
        if name is not None and name not in carriers:
            carriers.append(name)
        text = _written(reach, atom)
        if text and text not in sources:
            sources.append(text)
    if carriers:
        named = _and([f"`{carrier}`" for carrier in carriers[:2]])
        return f"{named} {'has' if len(carriers) == 1 else 'have'} no field for the turn as it came"
    if sources:
        named = _and([f"`{source}`" for source in sources[:3]])
        return f"the response is out of reach: the message is made of {named}"
    return None


def _sources(alternatives: Iterable[Fates]) -> Iterator[Atom]:
    """What the blocks of a message are filled from, and what is gone through to make them."""
    for fates in alternatives:
        for part in fates.parts:
            for option in options(part.value):
                value = option.value
                members = [value]
                if isinstance(value, Record):
                    members = [v for name in fields(value) if name != "type" and (v := value.get(name)) is not None]
                yield from all_atoms(members)


def _written(reach: Reach, atom: Atom) -> str | None:
    """A source as the file writes it: ``message["tool_calls"]``."""
    node = atom.node
    if node is None or not hasattr(node, "lineno") or not isinstance(node, ast.expr) or atom.root.kind not in _SAID:
        return None
    text = reach.code.text(node)
    return text if "\n" not in text and len(text) <= _LONG else None


_SAID = ("param", "attr", "call", "model")
_LONG = 48


def carrier_of(reach: Reach, atom: Atom) -> str | None:
    """The class of the project's own that a source is an instance of, by the parameter's annotation."""
    if atom.root.kind != "param":
        return None
    scope = next((s for s in reach.teller.index.functions if id(s) == atom.root.at), None)
    argument = scope.params.get(atom.root.name) if scope is not None else None
    if argument is None or argument.annotation is None:
        return None
    index, dialect = reach.teller.index, reach.teller.dialect
    wire = {*dialect.response_types, *dialect.block_types, *dialect.message_types, *_TYPING}
    own = [
        name
        for root, name in _annotated(argument.annotation)
        if name not in wire and (root in index.classes or root in index.imports)
    ]
    return own[-1] if own else None


_TYPING = frozenset(
    [
        "Any",
        "List",
        "Sequence",
        "Iterable",
        "Optional",
        "Union",
        "Dict",
        "Mapping",
        "Literal",
        "Annotated",
        "Iterator",
        "Tuple",
    ]
)


def _annotated(annotation: ast.expr) -> list[tuple[str, str]]:
    """The classes in an annotation: the name that each starts with, and its own."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return _annotated(ast.parse(annotation.value, mode="eval").body)
        except SyntaxError:
            return []
    if isinstance(annotation, ast.Name):
        return [(annotation.id, annotation.id)]
    if isinstance(annotation, ast.Attribute):
        return [(root_name(annotation) or "", annotation.attr)]
    return [
        pair for child in ast.iter_child_nodes(annotation) if isinstance(child, ast.expr) for pair in _annotated(child)
    ]


def _and(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def fields(record: Record) -> list[str]:
    """The names of a record's fields, those that are set later included."""
    return [*record.fields, *(change.key for change in record.sets)]
