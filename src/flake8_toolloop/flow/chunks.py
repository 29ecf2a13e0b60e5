"""Readers of chunks, whose deltas are pieces of a message: what they gather of text and calls, and of the reasoning.

The counterpart of ``streams`` where events have no types and a delta's fields tell what it brings. What is gathered
goes into a class, a dict or a tuple of the project's own; where it is made a message by its side, ``fields`` tells of
that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.endpoints import Spoken
from flake8_toolloop.flow.facts import SHOWING, asleep_in
from flake8_toolloop.flow.index import Scope, Where, dotted
from flake8_toolloop.flow.provenance import GLANCE
from flake8_toolloop.flow.slices import LOOKING
from flake8_toolloop.flow.story import Evidence, StreamRead
from flake8_toolloop.flow.stream_names import own
from flake8_toolloop.flow.stream_tests import Path, accessed
from flake8_toolloop.flow.values import Atom, Root, atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_HELPERS = 4
"""Functions that are given a piece of a chunk and looked into."""
JOINERS = frozenset({"stream_chunk_builder"})
"""What puts the message together from all chunks."""


def tell(teller: Teller) -> None:
    """State the readers of chunks that gather text and calls and let the reasoning fall."""
    dialect = teller.dialect
    words = teller.index.attributes | teller.index.strings
    if in_tests(teller.path) or not {dialect.delta, dialect.unit[0], dialect.calls_field} <= words:
        return
    if JOINERS & words or set(dialect.final) & teller.index.attributes:
        return
    said = teller.said
    if not said.fields and not said.open:
        return
    for scope in teller.index.functions:
        if scope.kind == "function" and dialect.delta in words_of(scope):
            teller.within_budget(scope.node, lambda s=scope: read(teller, s, said))  # type: ignore[misc]


def words_of(scope: Scope) -> set[str]:
    """The fields that a function takes out of things."""
    return {access[1] for node in own(scope) if (access := accessed(node)) is not None}


def read(teller: Teller, scope: Scope, said: Spoken) -> None:
    """State one reader."""
    reader = Reader(teller)
    reader.add(scope, {})
    if not reader.gathers() or reader.whole or reader.lost_from is None or told(teller, scope):
        return
    if any(isinstance(n, ast.Constant) and n.value in teller.dialect.told_as for n in own(scope)):
        return  # a proxy's answer: the history is its client's
    if reader.read & set(teller.dialect.deliberation_fields) or of_others(teller, scope, said):
        return
    lost = said.fields[:1] or teller.dialect.telling_fields[:1]
    confidence = Confidence.LIKELY if said.fields else Confidence.POSSIBLE
    teller.story.stream_reads.append(
        StreamRead(
            teller.spans.of(reader.lost_from),
            teller.dialect,
            Evidence(confidence, tuple(related(teller, scope))),
            lost,
            asleep=asleep_in(teller, scope),
            reader=scope,
        )
    )


def of_others(teller: Teller, scope: Scope, said: Spoken) -> bool:
    """Whether all that names the server is a client that other classes of the file import for themselves."""
    modules = {module for endpoint in said.needing for module in endpoint.modules}
    cls = scope.enclosing_class()
    if cls is None or said.reads is not None or not all(e.modules for e in said.needing):
        return False
    family = {id(cls), *(id(base) for base in cls.bases())}
    importing = [
        around.enclosing_class()
        for around in (teller.index.module, *teller.index.functions)
        if any(b.kind == "import" and b.module.split(".")[0] in modules for bs in around.bindings.values() for b in bs)
    ]
    return bool(importing) and all(other is not None and id(other) not in family for other in importing)


def told(teller: Teller, scope: Scope) -> bool:
    """Whether the message that is made of the pieces, here or where the reader is called, is told of by itself."""
    around = {id(scope), *(id(site.where.scope) for site in teller.sinks.sites(scope))}
    nodes = [d.node for d in teller.story.fields_dropped if d.node is not None]
    wheres = [teller.index.where.get(id(node)) for node in nodes]
    return any(where is not None and id(where.scope) in around for where in wheres)


def related(teller: Teller, scope: Scope) -> Iterator[Related]:
    """The messages that are made of what is gathered, here or where the reader is called."""
    sites = teller.sinks.sites(scope)
    around = {id(scope), *(id(site.where.scope) for site in sites)}
    for sink in teller.message_sinks:
        if id(sink.scope) in around and teller.dialect.calls_field in teller.sinks.fields_given(sink):
            yield Related("replay", teller.spans.of(sink.literal.node), "what is gathered becomes a message here")
            return
    for site in sites[:1]:
        yield Related("reader", teller.spans.of(site.node), "the chunks are handed on here")


class Reader:
    """What a function, and those that it gives pieces to, take out of the chunks of a stream."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.dialect = teller.dialect
        self.read: set[str] = set()
        """The fields of the delta that are more than shown."""
        self.of_call: set[str] = set()
        """The fields of its calls that are."""
        self.whole = False
        """A chunk, or its delta, goes on with all that it holds."""
        self.lost_from: ast.AST | None = None
        """The first place where a delta's text or calls are read."""
        self.chunks: set[tuple[Root, Path]] = set()
        self.visited: set[int] = set()

    def gathers(self) -> bool:
        """Whether text and calls are kept, and who the calls are."""
        return {self.dialect.content_field, self.dialect.calls_field} <= self.read and "id" in self.of_call

    def add(self, scope: Scope, given: dict[str, Path]) -> None:
        """Go through a function; ``given`` says what its parameters stand for, from the delta on."""
        self.visited.add(id(scope))
        nodes = sorted((n for n in own(scope) if self.outermost(n)), key=lambda n: (n.lineno, n.col_offset))  # type: ignore[attr-defined]
        found = [(node, self.atoms_of(node)) for node in nodes]
        for _, here in found:
            for atom in here:
                at = self.position(atom, given)
                if at is not None and at >= 0:
                    self.chunks |= {(atom.root, atom.path[:n]) for n in range(at + 2)}
        for node, here in found:
            for atom in here:
                self.take(node, atom, given)

    def atoms_of(self, node: ast.AST) -> list[Atom]:
        where = self.where(node)
        if where is None or not isinstance(node, ast.expr):
            return []
        return list(atoms(self.teller.prov.value_at(node, where, GLANCE)))

    def where(self, node: ast.AST) -> Where | None:
        at: ast.AST | None = node
        while at is not None:
            known = self.teller.index.where.get(id(at)) or self.teller.index.statements.get(id(at))
            if known is not None:
                return known
            at = self.teller.index.parent(at)
        return None

    def outermost(self, node: ast.AST) -> bool:
        """Whether a node takes something out of something, and nothing is taken out of it in turn."""
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            return False
        if not isinstance(node, ast.Name) and accessed(node) is None and not isinstance(node, ast.Subscript):
            return False
        parent = self.teller.index.parent(node)
        if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and parent.func is node):
            return False
        if isinstance(parent, ast.Subscript):
            return parent.value is not node
        access = accessed(parent) if parent is not None else None
        return access is None or access[0] is not node

    def position(self, atom: Atom, given: dict[str, Path]) -> int | None:
        """Where in an atom's path its delta is: before it where a parameter is the delta, or something of it."""
        if atom.root.kind == "param" and atom.root.name in given:
            return -1
        steps = [n for n, step in enumerate(atom.path) if step == self.dialect.delta]
        return steps[0] if steps and self.dialect.unit[0] in atom.path[: steps[0]] else None

    def take(self, node: ast.AST, atom: Atom, given: dict[str, Path]) -> None:
        """Note what one expression takes."""
        at = self.position(atom, given)
        if at is None:
            self.whole = self.whole or ((atom.root, atom.path) in self.chunks and self.goes_on(node, ()))
            return
        rest = (*given.get(atom.root.name, ()), *atom.path) if at < 0 else atom.path[at + 1 :]
        if not rest:
            self.whole = self.whole or self.goes_on(node, rest)
            return
        if rest[0] in (self.dialect.calls_field, self.dialect.content_field) and self.lost_from is None:
            self.lost_from = node
        if self.only_looked_at(node) and not self.goes_on(node, rest):
            return
        self.read.add(rest[0])
        if rest[0] == self.dialect.calls_field:
            self.of_call.add(rest[-1])

    def goes_on(self, node: ast.AST, rest: Path) -> bool:
        """Whether a value is stored or handed on as it is; functions of the file are looked into instead."""
        parent = self.teller.index.parent(node)
        if isinstance(parent, ast.keyword):
            parent = self.teller.index.parent(parent)
        if isinstance(parent, ast.Call):
            name = dotted(parent.func).split(".")[-1]
            if name in (SHOWING | LOOKING) or accessed(parent) is not None:
                return False
            callee = self.teller.histories.callee_of(parent, scope) if (scope := self.scope_of(parent)) else None
            return callee is None or not self.follow(callee, parent, node, rest)
        if isinstance(parent, (ast.Assign, ast.AnnAssign)):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            return not all(isinstance(t, ast.Name) for t in targets)
        return isinstance(
            parent,
            (ast.Yield, ast.YieldFrom, ast.Return, ast.List, ast.Set, ast.Dict, ast.Tuple, ast.Starred, ast.AugAssign),
        )

    def scope_of(self, node: ast.AST) -> Scope | None:
        where = self.where(node)
        return where.scope if where is not None else None

    def follow(self, callee: Scope, call: ast.Call, node: ast.AST, rest: Path) -> bool:
        """Look into a function of the file that is given a piece; whether it could be done."""
        positional = callee.positional[callee.is_method and isinstance(call.func, ast.Attribute) :]
        pairs = [*zip(positional, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
        name = next((name for name, argument in pairs if argument is node), None)
        if name is None or len(self.visited) > MAX_HELPERS:
            return False
        if id(callee) not in self.visited:
            self.add(callee, {name: rest})
        return True

    def only_looked_at(self, node: ast.AST) -> bool:
        """Whether a value is tested, shown, or given a name (which is asked about itself)."""
        inner, parent = node, self.teller.index.parent(node)
        while isinstance(parent, ast.expr):
            if isinstance(parent, ast.Call) and dotted(parent.func).split(".")[-1] in (SHOWING | LOOKING):
                return True
            if isinstance(parent, ast.IfExp) and parent.test is inner:
                return True
            if isinstance(parent, (ast.Compare, ast.UnaryOp)):
                return True
            if isinstance(parent, (ast.Call, ast.Yield, ast.Await, ast.Dict, ast.List, ast.Tuple)):
                return False
            inner, parent = parent, self.teller.index.parent(parent)
        if isinstance(parent, (ast.If, ast.While)):
            return True
        if isinstance(parent, (ast.For, ast.AsyncFor)):
            return False
        if isinstance(parent, (ast.Assign, ast.AnnAssign)) and isinstance(inner, ast.expr):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            return all(isinstance(t, ast.Name) for t in targets) and plain(inner, node)
        return False


def plain(value: ast.expr, node: ast.AST) -> bool:
    """Whether an assigned value is the field itself, with a default at most."""
    while isinstance(value, (ast.BoolOp, ast.Await)):
        value = value.values[0] if isinstance(value, ast.BoolOp) else value.value
    return value is node
