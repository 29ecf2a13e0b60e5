"""The text that names the whole unit of a turn at a place, and whether that holds objects of the SDK."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from flake8_toolloop.fixes.missing import missing
from flake8_toolloop.fixes.reach import Found, all_atoms, is_plain, root_name
from flake8_toolloop.flow.index import dotted
from flake8_toolloop.flow.values import ELEMENT, Atom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Key, Reach
    from flake8_toolloop.fixes.turns import Replay
    from flake8_toolloop.flow.fates import Fates
    from flake8_toolloop.flow.index import Where
    from flake8_toolloop.flow.values import Root

NAMELESS = "nothing in reach here holds the whole response"


class Wanted(Protocol):
    """The turns that have to go back at a place, and what goes back in their stead so far."""

    @property
    def where(self) -> Where: ...
    @property
    def keys(self) -> frozenset[Key]: ...
    @property
    def alternatives(self) -> list[Fates]: ...


@dataclass(frozen=True)
class Absent:
    """The turns that have to go back at a place where nothing of them does so far."""

    where: Where
    keys: frozenset[Key]
    alternatives: list[Fates]


def unit(reach: Reach, replay: Wanted) -> tuple[str, bool] | str:
    """The text of the unit, and whether it holds objects of the SDK; or what is missing."""
    iterated = _iterated(reach, replay)
    last = len(reach.code.source)
    sent = {
        id(a.dump) for f in replay.alternatives for a in all_atoms([p.value for p in f.parts]) if a.dump is not None
    }
    found = sorted(
        (
            f
            for f in reach.texts(replay.keys, replay.where, earlier=isinstance(replay, Absent))
            if id(f.atom.dump) not in sent
        ),
        key=lambda f: (
            f.atom.copied,
            iterated.get(f.text, last),
            isinstance(f.node, ast.Name),
            reach.code.start(f.node),
        ),
    )
    if found:
        return found[0].text, _objects(reach, found[0])
    owned = _through_owner(reach, replay)
    return owned or missing(reach, replay.alternatives) or NAMELESS


def gone_through_by(reach: Reach, replay: Replay) -> tuple[str, bool, ast.For | ast.AsyncFor] | None:
    """The unit as the loop around has it, and the loop: its name may mean another response inside."""
    for outer in reach.code.ancestors(replay.content):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return None
        where = reach.where(outer) if isinstance(outer, (ast.For, ast.AsyncFor)) else None
        if where is None or not isinstance(outer, (ast.For, ast.AsyncFor)) or not is_plain(outer.iter):
            continue
        if reach.keys(outer.iter, where) == replay.keys:
            atom = all_atoms([reach.value(outer.iter, where)])[0]
            text = reach.code.text(outer.iter)
            return text, _objects(reach, Found(text, outer.iter, atom)), outer
    return None


def _iterated(reach: Reach, replay: Wanted) -> dict[str, int]:
    """What the code goes through, in its own words, and where it does so first."""
    texts: dict[str, int] = {}
    for node in ast.walk(replay.where.scope.node):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            start = reach.code.start(node.iter)
            texts[reach.code.text(node.iter)] = min(start, texts.get(reach.code.text(node.iter), start))
    return texts


def _objects(reach: Reach, found: Found) -> bool:
    """Whether what a text names holds objects; plain data where it was read from JSON or dumped to dicts."""
    if found.atom.copied or isinstance(found.node, (ast.Subscript, ast.Call)):
        return False
    if isinstance(found.node, ast.Attribute):
        return True
    spelled = [n for n in _spellings(reach, found) if isinstance(n, (ast.Attribute, ast.Subscript, ast.Call))]
    return not spelled or isinstance(spelled[0], ast.Attribute)


def _spellings(reach: Reach, found: Found) -> Iterator[ast.AST]:
    """The expressions that a name was bound to, and those that read a field of its blocks."""
    where = reach.where(found.node)
    name = root_name(found.node)
    if where is None or name is None:
        return
    for binding in where.scope.bindings.get(name, ()):
        value = binding.value
        while isinstance(value, (ast.Await, ast.BoolOp)):
            value = value.value if isinstance(value, ast.Await) else value.values[0]
        if value is not None:
            yield value
    for node in ast.walk(where.scope.node):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.value, ast.Name):
            at = reach.where(node)
            if at is not None and any(
                a.key == (found.atom.root, (*found.atom.path, ELEMENT))
                for a in all_atoms([reach.value(node.value, at)])
            ):
                yield node


def _through_owner(reach: Reach, replay: Wanted) -> tuple[str, bool] | None:
    """``resp.content`` where only ``resp`` is written: for calls of which it is known what they return."""
    owners = frozenset((root, path[:-1]) for root, path in replay.keys)
    if any(root.kind != "model" or path[-1:] != reach.teller.dialect.unit[-1:] for root, path in replay.keys):
        return None
    name = reach.teller.dialect.unit[-1]
    for found in sorted(
        reach.texts(owners, replay.where, earlier=isinstance(replay, Absent)),
        key=lambda f: (f.atom.copied, reach.code.start(f.node)),
    ):
        objects = not found.atom.copied and all(_of_sdk(reach, root) for root, _ in owners)
        if objects:
            return f"{found.text}.{name}", True
        if found.atom.copied or _is_parsed(reach, found, replay.where):
            return f'{found.text}["{name}"]', False
    return None


def _of_sdk(reach: Reach, root: Root) -> bool:
    """Whether a response is got by a method of the SDK."""
    call = reach.teller.node_of(Atom(root))
    dialect = reach.teller.dialect
    named = dotted(call.func) if isinstance(call, ast.Call) else ""
    return named.endswith((*dialect.calls, *dialect.streams, *dialect.final)) and "raw_response" not in named


def _is_parsed(reach: Reach, found: Found, where: Where) -> bool:
    """Whether a name holds what was read from JSON, and not the answer of the server around it."""
    for binding in reach.prov.reaching(where.scope.bindings.get(found.text, []), reach.prov.env_at(where)):
        value = binding.value
        while isinstance(value, ast.Await):
            value = value.value
        if not isinstance(value, ast.Call) or dotted(value.func).split(".")[-1] not in ("json", "loads", "load"):
            return False
    return found.text in where.scope.bindings
