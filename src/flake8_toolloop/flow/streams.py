"""Readers of stream events that build a turn by hand: what becomes of each kind of delta, of each block that starts.

A reader counts where it keeps text and calls: what it builds is answered and goes back. One that passes events,
deltas or blocks on whole loses nothing here, and beside the SDK's own final message it is for the screen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Delta, Events
from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.facts import asleep_in
from flake8_toolloop.flow.index import Scope
from flake8_toolloop.flow.slices import Slice
from flake8_toolloop.flow.story import Evidence, KeptInPart, Replayed, StreamRead
from flake8_toolloop.flow.stream_names import StreamNames, own
from flake8_toolloop.flow.stream_tests import Assumed, accessed

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the readers of streams that let deliberation fall."""
    events = teller.dialect.events
    if events is None or in_tests(teller.path):
        return
    piece = events.deltas_of(teller.dialect.call)
    if not any(d.field in teller.source or d.name in teller.source for d in piece):
        return
    scopes = [s for s in (teller.index.module, *teller.index.functions) if mentions(s, events)]
    seen: set[int] = set()
    for scope in scopes:
        for reader, site in readers(teller, scope):
            if id(reader) not in seen:
                seen.add(id(reader))
                teller.within_budget(reader.node, lambda s=reader, c=site: Reader(teller, s, c, scopes).judge())  # type: ignore[misc]


def mentions(scope: Scope, events: Events) -> bool:
    """Whether a function tells the deltas of calls from others, or reads what they bring."""
    call_fields = {d.field for d in events.deltas if d.kind not in ("text", "thinking")}
    names = {d.name for d in events.deltas}
    classes = {c for d in events.deltas for c in d.classes}
    for node in own(scope):
        if isinstance(node, ast.Constant) and node.value in names and isinstance(node.value, str):
            return True
        if isinstance(node, (ast.Name, ast.Attribute)) and (getattr(node, "id", None) or node.attr) in classes:  # type: ignore[union-attr]
            return True
        access = accessed(node)
        if access is not None and access[1] in call_fields and not isinstance(getattr(node, "ctx", None), ast.Store):
            return True
    return False


def readers(teller: Teller, scope: Scope) -> Iterator[tuple[Scope, ast.Call | None]]:
    """The functions that take the events out of the stream: this one, or those that hand events to it."""
    if not scope.params or loop_with(scope, teller) is not None:
        yield scope, None
        return
    sites = [c for c in teller.sinks.sites(scope) if c.where.scope.is_function]
    if not sites:
        yield scope, None
    for site in sites:
        yield site.where.scope, site.node


def loop_around(scope: Scope, site: ast.Call | None) -> list[ast.stmt] | None:
    """The body of the innermost loop in which events are handed to another function."""
    around = [
        loop
        for loop, _ in scope.loops
        if not isinstance(loop, ast.While) and any(n is site for s in loop.body for n in ast.walk(s))
    ]
    return max(around, key=lambda loop: loop.lineno).body if site is not None and around else None


def loop_with(scope: Scope, teller: Teller) -> list[ast.stmt] | None:
    """The body of the innermost loop over a stream that the function's tests on events stand in."""
    events = teller.dialect.events
    assert events is not None
    names = {d.name for d in events.deltas} | set(events.classes) | {c for d in events.deltas for c in d.classes}
    names |= {events.start, events.piece, *(d.field for d in events.deltas_of(teller.dialect.call))}
    best: ast.For | ast.AsyncFor | None = None
    for loop, _ in scope.loops:
        if isinstance(loop, ast.While):
            continue
        for node in ast.walk(loop):
            word = getattr(node, "value", None) if isinstance(node, ast.Constant) else getattr(node, "attr", None)
            if isinstance(node, ast.Name):
                word = node.id
            if isinstance(word, str) and word in names:
                if best is None or best.lineno <= loop.lineno:
                    best = loop
                break
    return best.body if best is not None else None


class Reader:
    """One function that reads the events of a stream."""

    def __init__(self, teller: Teller, scope: Scope, site: ast.Call | None, reading: list[Scope]) -> None:
        self.names = StreamNames(teller, scope, reading)
        self.teller = teller
        self.scope = scope
        self.events = self.names.events
        self.dialect = teller.dialect
        self.body = loop_with(scope, teller) or loop_around(scope, site) or list(scope.node.body)  # type: ignore[attr-defined]
        self._slices: dict[Assumed, Slice] = {}

    def judge(self) -> None:
        """State what the reader lets fall, where it keeps what a tool loop needs."""
        if self.finished_elsewhere():
            self.replayed(leftover=True)  # blocks that no message takes are for the screen here
            return
        if not self.keeps_a_turn() or self.raises():
            return
        signed = [k.name for k in self.dialect.kinds if k.deliberation and self.events.deltas_of(k.name)]
        lost = tuple(d.name for kind in signed for d in self.events.deltas_of(kind) if self.drops(d))
        if any(d.once and d.name in lost for kind in signed for d in self.events.deltas_of(kind)):
            self.state(self.branch(lost), lost)
            return
        for kind in signed:
            unfinished, shared = self.unfinished(kind), self.shared(kind)
            if unfinished is not None:
                self.state(unfinished, (), unfinished=kind)
                return
            if shared is not None:
                self.state(shared[0], (), shared=shared[1])
                return
        sealed = [k.name for k in self.dialect.kinds if k.deliberation and not self.events.deltas_of(k.name)]
        kept = all(self.piece(d).keeps(d.field, self.events.delta) for k in signed for d in self.events.deltas_of(k))
        for kind in sealed:
            if kept and self.drops_start(kind) and not self.told(kind):
                self.state_sealed(signed[0], kind)

    def slice(self, assumed: Assumed) -> Slice:
        if assumed not in self._slices:
            self._slices[assumed] = Slice(self.names, self.body, assumed)
        return self._slices[assumed]

    def piece(self, delta: Delta | str) -> Slice:
        return self.slice(Assumed(self.events.piece, delta if isinstance(delta, str) else delta.name))

    # -- evidence ----------------------------------------------------------------------------------------------------
    def keeps_a_turn(self) -> bool:
        """Whether text and calls are kept: the pieces of both, and who the call is."""
        text = self.events.deltas_of(self.dialect.text)[0]
        call = self.events.deltas_of(self.dialect.call)[0]
        begun = self.slice(Assumed(self.events.start, block=self.dialect.call))
        named = begun.keeps("id", self.events.block) or begun.escapes("block") or self.keeps_block()
        return named and all(self.piece(d).keeps(d.field, self.events.delta) for d in (text, call))

    def drops(self, delta: Delta) -> bool:
        """Whether a delta of deliberation certainly goes nowhere, and nor does its block when it stops."""
        pieces = [self.piece(delta)]
        if delta.helper is not None:
            pieces.append(self.slice(Assumed(delta.helper)))
        stopped = self.slice(Assumed(self.events.stop, block=delta.kind))
        read = any(s.reads(delta.field) or s.escapes("event", "delta") for s in pieces)
        return not (read or stopped.reads(delta.into) or stopped.escapes("block", fresh=True))

    def keeps_block(self) -> bool:
        """Whether a call's block is given a name at its start and put away under it when it stops."""
        return self.slice(Assumed(self.events.stop, block=self.dialect.call)).escapes("block")

    def drops_start(self, kind: str) -> bool:
        """Whether a block that comes whole with its start certainly goes nowhere."""
        fields = self.dialect.kind(kind).fields  # type: ignore[union-attr]
        for event in (self.events.start, self.events.stop):
            begun = self.slice(Assumed(event, block=kind))
            if begun.escapes("event", "block") or any(begun.reads(f) for f in fields if f != "type"):
                return False
        return True

    def raises(self) -> bool:
        """Whether an error is raised for deliberation: nothing is built without it."""
        text = {id(n) for n, _ in self.piece(self.events.deltas_of(self.dialect.text)[0]).nodes}
        pieces = [self.piece(d) for k in self.dialect.deliberation for d in self.events.deltas_of(k)]
        return any(isinstance(n, ast.Raise) and id(n) not in text for piece in pieces for n, _ in piece.nodes)

    def shared(self, kind: str) -> tuple[ast.AST, str] | None:
        """The one place that the pieces of all blocks go to: neither a start nor a stop of a block touches it."""
        if self.body is self.scope.node.body:  # type: ignore[attr-defined]
            return None  # one event at a time: what its names hold is made elsewhere
        deltas = self.events.deltas_of(kind)
        found = [self.scalar(d) for d in deltas]
        if any(f is None for f in found):
            return None
        touched = self.mentioned(Assumed(self.events.start, block=kind)) | self.mentioned(Assumed(self.events.stop))
        places = [f[1] for f in found if f is not None]
        if touched.intersection(places):
            return None
        return next((f for f, d in zip(found, deltas, strict=True) if d.once), None)

    def scalar(self, delta: Delta) -> tuple[ast.AST, str] | None:
        """The name, made before the loop, that alone takes what this delta brings."""
        found: tuple[ast.AST, str] | None = None
        for node, roles in self.piece(delta).nodes:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if not isinstance(node, (ast.Assign, ast.AugAssign)) or not isinstance(target, ast.Name):
                continue
            values = [n for n in roles.walk(node.value) if isinstance(n, ast.expr)]
            brings = any(p[-1:] == (delta.field,) and len(p) > 1 for v in values for p in roles.paths(v))
            if brings and roles.scope is self.scope and self.made_before(target.id):
                found = node, target.id
        return found

    def made_before(self, name: str) -> bool:
        """Whether a name gets a constant before the loop, and not again in it but from deltas."""
        first = self.body[0].lineno
        return any(
            b.kind == "assign" and isinstance(b.value, ast.Constant) and b.value.lineno < first
            for b in self.scope.bindings.get(name, ())
        )

    def mentioned(self, assumed: Assumed) -> set[str]:
        """The names that a slice mentions."""
        return {n.id for node, _ in self.slice(assumed).nodes for n in ast.walk(node) if isinstance(n, ast.Name)}

    def unfinished(self, kind: str) -> ast.AST | None:
        """A block that is begun by its last delta, without the field that another would have brought."""
        deltas = self.events.deltas_of(kind)
        begun = self.slice(Assumed(self.events.start, block=kind))
        if begun.escapes("event", "block"):
            return None
        for last in deltas:
            fields = {d.into for d in deltas if not d.once}
            if not last.once:
                continue
            piece = self.piece(last)
            for node, roles in piece.nodes:
                for inner in roles.walk(node):
                    if isinstance(inner, ast.Dict) and self.begins(inner, kind, fields | {last.into}):
                        return None if any(piece.stores(f) for f in fields) else inner
        return None

    def begins(self, node: ast.Dict, kind: str, fields: set[str]) -> bool:
        """Whether a dict is a block of the kind with none of these fields, to be filled in under a name."""
        keys = {k.value: v for k, v in zip(node.keys, node.values, strict=True) if isinstance(k, ast.Constant)}
        declared = keys.get("type")
        if not (isinstance(declared, ast.Constant) and declared.value == kind) or fields & set(keys):
            return False
        parent = self.teller.index.parent(node)
        while isinstance(parent, (ast.BoolOp, ast.IfExp)):
            parent = self.teller.index.parent(parent)
        return isinstance(parent, (ast.Assign, ast.NamedExpr)) and None not in node.keys

    def finished_elsewhere(self) -> bool:
        """Whether the SDK accumulates the turn as well: then this reader is for the screen."""
        finals = {*self.dialect.final, "accumulate_event"}
        end = self.slice(Assumed(self.events.end))
        scopes = [*self.scopes(), self.scope, *(c.where.scope for c in self.teller.sinks.sites(self.scope))]
        for scope in scopes:
            for node in ast.walk(scope.node):
                if isinstance(node, (ast.Attribute, ast.Name)) and (getattr(node, "attr", None) or node.id) in finals:  # type: ignore[union-attr]
                    return True
        return end.reads(self.events.snapshot)

    # -- saying so ---------------------------------------------------------------------------------------------------
    def state(
        self, node: ast.AST | None, lost: tuple[str, ...], *, shared: str | None = None, unfinished: str | None = None
    ) -> None:
        if node is None:
            return
        scopes = [self.scope, *(c.where.scope for c in self.teller.sinks.sites(self.scope))]
        evidence = self.evidence(scopes)
        if evidence.confidence is Confidence.POSSIBLE and all(len(p) > 1 for p in self.names.all_roots()):
            return  # events in the envelopes of another program: its agent has a history of its own
        chain = self.teller.index.parent(node)
        kinds = {d.kind for d in self.events.deltas if d.name in lost}
        begun = [self.slice(Assumed(self.events.start, block=kind)) for kind in kinds]
        self.teller.story.stream_reads.append(
            StreamRead(
                self.teller.spans.of(node),
                self.dialect,
                evidence,
                lost,
                shared,
                unfinished,
                asleep=next((a for s in scopes if (a := asleep_in(self.teller, s)) is not None), None),
                reader=self.scope,
                chain=chain if isinstance(chain, ast.If) else None,
                starts_whole=bool(begun) and all(s.escapes("block") for s in begun),
                replay=self.replayed(),
            )
        )

    def replayed(self, *, leftover: bool = False) -> Replayed | None:
        """The replay whose blocks are made here; it is told of with the reader, not by itself."""
        first, last = self.body[0].lineno, self.body[-1].end_lineno or 0
        found = None
        for replay in self.teller.story.replays:
            if leftover and not replay.leftover:
                continue
            if any(first <= r.span.line <= last for r in replay.evidence.related if r.role == "rebuild"):
                replay.streamed = True
                found = replay
        return found

    def state_sealed(self, signed: str, sealed: str) -> None:
        """A kind that comes whole with its start: where it is told from the others, it is kept in part."""
        test = self.branch((sealed,))
        if test is None:
            return
        known = self.dialect.kind(sealed)
        if not words(test) & {sealed, *(known.classes if known is not None else ())}:
            self.state(test, (sealed,))
            return
        evidence = self.evidence([self.scope])
        event = KeptInPart(self.teller.spans.of(test), self.dialect, evidence, signed, sealed)
        self.teller.story.kept.append(event)

    def evidence(self, scopes: list[Scope]) -> Evidence:
        """Likely where the file requests or answers, too: else it may read what another program's agent tells."""
        requests = self.teller.prov.requests
        near = bool(requests.nodes) or any(requests.may_reach(s) for s in scopes) or self.writes_results()
        related = (Related("reader", self.teller.spans.of(self.body[0]), "the events are read here"),)
        return Evidence(Confidence.LIKELY if near else Confidence.POSSIBLE, related)

    def told(self, sealed: str) -> bool:
        """Whether a replay of the file already shows that this kind falls: its writer has no place for it either."""
        signed = [k for k in self.dialect.deliberation if k != sealed]
        return any(
            fates.lost(sealed) and not all(fates.lost(k) for k in signed)
            for replay in self.teller.story.replays
            for fates in replay.alternatives
        )

    def writes_results(self) -> bool:
        """Whether the file makes results: what is read here is answered."""
        return any(b.kind == self.dialect.result for b in self.teller.block_sinks)

    def branch(self, lost: tuple[str, ...]) -> ast.AST | None:
        """The test that names what is lost, or else the first that tells deltas from one another."""
        known = {d.name: {d.name, *d.classes} for d in self.events.deltas}
        known.update((k.name, {k.name, *k.classes}) for k in self.dialect.kinds if k.name in lost)
        heads: list[tuple[ast.AST, set[str]]] = []
        for scope in self.scopes():
            for node in own(scope):
                if isinstance(node, (ast.If, ast.match_case)):
                    head = node.test if isinstance(node, ast.If) else node.pattern
                    heads.append((head, words(head)))
        heads.sort(key=lambda pair: (pair[0].lineno, pair[0].col_offset))  # type: ignore[attr-defined]
        tests = [(t, w) for t, w in heads if any(w & names for names in known.values()) or w & set(lost)]
        if not tests:  # told apart by the fields that they have
            fields = {d.field for d in self.events.deltas}
            tests = [(t, w) for t, w in heads if w & fields]
        for name in reversed(lost):
            for test, found in tests:
                if found & known.get(name, {name}):
                    return test
        return tests[0][0] if tests else None

    def scopes(self) -> list[Scope]:
        ids = {i for s in self._slices.values() for i in s.visited}
        return [s for s in (self.teller.index.module, *self.teller.index.functions) if id(s) in ids]


def words(node: ast.AST) -> set[str]:
    """The constants and the classes that a test names."""
    found: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            found.add(inner.value)
        elif isinstance(inner, (ast.Name, ast.Attribute)):
            found.add(getattr(inner, "attr", None) or inner.id)  # type: ignore[union-attr]
    return found
