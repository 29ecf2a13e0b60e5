"""Turns of which only the words are saved, each as it comes, while their calls are answered afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.cycles import inside
from flake8_toolloop.flow.flattened import TEXT_STEPS, offers_tools
from flake8_toolloop.flow.index import Where, chain_of, exclusive
from flake8_toolloop.flow.stores import Access, saved_parts
from flake8_toolloop.flow.values import Alt, Atom, Listing, Made, Record, Text, Value, atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

CALLS_UP = (0, 1, 2)
MAX_DEPTH = 5
CONTAINERS = (ast.Dict, ast.Tuple, ast.List, ast.ListComp, ast.GeneratorExp)


def saved_words(teller: Teller, writes: list[Access]) -> tuple[Access, ast.expr] | None:
    """The words of a turn with calls that the writes of one store save, where they save nothing else of a turn."""
    found: tuple[Access, ast.expr] | None = None
    for write in writes:
        leaves = [p for p in saved_parts(write.node) if not isinstance(p, CONTAINERS)]
        for up in CALLS_UP:
            for instance in teller.sinks.instances(write.where, up=up):
                where = teller.index.where.get(id(instance.sites[0])) if instance.sites else write.where
                for leaf in leaves:
                    value = teller.prov.eval(leaf, instance.env)
                    if not of_turn(teller, value):
                        continue
                    if not is_words(teller, value):
                        return None
                    if found is None and where is not None and answered_later(teller, where):
                        found = write, teller.handed(leaf, write.where.scope, instance.sites)
    return found


def of_turn(teller: Teller, value: Value) -> bool:
    """Whether a value is made of the content of a turn that may have calls."""
    return any(offers_tools(teller, atom.root) for atom in atoms_in(teller, value))


def atoms_in(teller: Teller, value: Value, depth: int = 0) -> Iterator[Atom]:
    """What of the content of turns is in a value; ``reply.id`` and ``reply.usage`` are not of it."""
    if depth > MAX_DEPTH:
        return
    for atom in atoms(value):
        if atom.root.kind == "model" and (
            not atom.path or atom.path[0] == teller.dialect.unit[0] or is_text(teller, atom)
        ):
            yield atom
    inner: list[Value] = []
    if isinstance(value, Text):
        inner = list(value.parts)
    elif isinstance(value, Listing):
        inner = [part.value for part in value.parts]
    elif isinstance(value, Alt):
        inner = [o.value for o in value.options]
    elif isinstance(value, Made):
        inner = [value.base]
    elif isinstance(value, Record):
        inner = [member for name in value.fields if (member := value.get(name)) is not None]
    for member in inner:
        yield from atoms_in(teller, member, depth + 1)


def is_text(teller: Teller, atom: Atom) -> bool:
    return atom.path[-1:] == (teller.dialect.text,) or bool(TEXT_STEPS & set(atom.path[-1:]))


def is_words(teller: Teller, value: Value) -> bool:
    """Whether all that comes of the turn is text of it."""
    return all(is_text(teller, atom) for atom in atoms_in(teller, value))


def answered_later(teller: Teller, where: Where) -> bool:
    """Whether results of the round go into the history after this place, on the same way through a cycle."""
    chain = chain_of(where.frame)
    loop = next(
        (
            f
            for f in reversed(chain)
            if f.kind in ("for", "while") and f.branch == "body" and teller.cycles.is_cycle(f.node, where.scope)
        ),
        None,
    )
    if loop is None:
        return False
    for frame in chain:
        if frame.depth > loop.depth and frame.kind in ("if", "match", "try"):
            names = {
                n.id for t, _ in frame.tests if isinstance(t, ast.AST) for n in ast.walk(t) if isinstance(n, ast.Name)
            }
            if frame.kind != "if" or len(names) > 1 or any(isinstance(t, ast.Compare) for t, _ in frame.tests):
                return False
            if any(isinstance(t, ast.UnaryOp) for t, _ in frame.tests):
                return False
    return any(
        a.results
        and a.where.scope is where.scope
        and inside(a.where, loop.node)
        and a.where.order > where.order
        and not exclusive(a.where.frame, where.frame)
        for a in teller.cycles.additions
    )
