"""The requests of tool loops: what each one sends, and the loop in which its cycle goes round."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow import carried, renewed, stops
from flake8_toolloop.flow.index import Call, ForNode, Frame, Mutation, Scope, Where, chain_of, dotted, place_of
from flake8_toolloop.flow.loops import functions_of
from flake8_toolloop.flow.story import Evidence, Requested
from flake8_toolloop.flow.values import Atom, Const, Env, Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the requests that are made again and again while a history grows, and the facts of each."""
    requests = list(requests_of(teller))
    for request in requests:
        event = Requested(
            teller.spans.of(request.node), teller.dialect, Evidence(Confidence.CERTAIN), request.node, request.models
        )
        event.deliberates = request.deliberates
        teller.story.requests.append(event)
        for fill in (renewed.rewritten, renewed.switched, stops.paused, stops.cut, carried.on):
            if request.cycle is not None:
                teller.within_budget(request.node, lambda f=fill, r=request, e=event: f(teller, r, e))  # type: ignore[misc]
        renewed.switched_between(teller, requests[: requests.index(request)], request, event)


def requests_of(teller: Teller) -> Iterator[Request]:
    """The requests by the SDK's own calls, in the order of the file."""
    marks = marks_of(teller)
    endings = (*teller.dialect.calls, *teller.dialect.streams)
    named = {ending.rpartition(".")[2] for ending in endings}
    calls = [c for name in named for c in teller.index.calls_by_name.get(name, ())]
    for call in sorted(calls, key=lambda c: (c.node.lineno, c.node.col_offset)):
        if dotted(call.node.func).endswith(endings) and is_request(teller, call):
            yield Request(teller, call, marks)


def is_request(teller: Teller, call: Call) -> bool:
    value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
    return isinstance(value, Atom) and value.root.kind == "model" and value.root.name == teller.dialect.name


@dataclass(eq=False)
class Cycle:
    """The innermost loop in which a request is made and its turn is replayed or answered."""

    loop: ForNode | ast.While
    scope: Scope
    where: Where
    """Where the request, or the call that leads to it, stands."""

    def surrounds(self, where: Where) -> bool:
        return where.scope is self.scope and any(f.node is self.loop for f in chain_of(where.frame))

    @cached_property
    def frame(self) -> Frame | None:
        return next((f for f in chain_of(self.where.frame) if f.node is self.loop), None)


@dataclass(eq=False)
class Request:
    """One request with its fields: keywords, and what a dict literal spread into it holds."""

    teller: Teller
    call: Call
    marks: list[Where]
    """Where turns are replayed and answered."""
    fields: dict[str, ast.expr] = field(default_factory=dict)
    open: bool = False
    """Further fields are out of sight."""
    spread: str | None = None
    """The place of the dict that is spread into it."""

    def __post_init__(self) -> None:
        for keyword in self.node.keywords:
            if keyword.arg is not None:
                self.fields[keyword.arg] = keyword.value
            else:
                self.take(keyword.value)

    @property
    def node(self) -> ast.Call:
        return self.call.node

    @property
    def scope(self) -> Scope:
        return self.call.where.scope

    @cached_property
    def env(self) -> Env:
        return self.teller.prov.env_at(self.call.where)

    def take(self, spread: ast.expr) -> None:
        """The fields of ``**kwargs``, where a literal says what they are."""
        value = self.teller.prov.eval(spread, self.env)
        self.spread = place_of(spread)
        if not isinstance(value, Record) or value.cls is not None:
            self.open = True
            return
        self.open = self.open or bool(value.spreads)
        for name, node in value.nodes.items():
            self.fields.setdefault(name, node)
        for mutation in self.scope.mutations.get(self.spread or "", ()):
            if mutation.op == "set" and mutation.key is not None:
                self.fields[mutation.key] = mutation.args[-1]

    def value(self, name: str) -> Value | None:
        """What a field is, seen from the request or through the callers that give it."""
        node = self.fields.get(name)
        if node is None:
            return None
        value = self.teller.prov.eval(node, self.env)
        if isinstance(value, Atom) and value.root.kind == "param":
            given = [self.teller.prov.eval(node, i.env) for i in self.teller.sinks.instances(self.call.where, up=1)]
            if len(given) == 1:
                return given[0]
        return value

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The models by name, where all of them are known."""
        value = self.value(self.teller.dialect.model)
        names = [o.value.value if isinstance(o.value, Const) else None for o in options(value)] if value else []
        return tuple(str(n) for n in names) if names and all(isinstance(n, str) for n in names) else ()

    @cached_property
    def deliberates(self) -> bool | None:
        """Whether the request switches deliberation on; None where that is not known."""
        switch = self.teller.dialect.switch
        node = self.fields.get(switch)
        if node is None:
            return None if self.open else False
        value = self.value(switch)
        kind = value.get("type") if isinstance(value, Record) else None
        if isinstance(kind, Const):
            return kind.value != self.teller.dialect.switched_off
        return False if isinstance(value, Const) and value.value is None else None

    @cached_property
    def history(self) -> str | None:
        """The place of the list that is sent."""
        node = self.fields.get(self.teller.dialect.messages)
        return place_of(node) if node is not None else None

    @cached_property
    def cycle(self) -> Cycle | None:
        """The loop around the request, or around the one call through which it is made."""
        found = cycle_around(self.marks, self.call.where)
        if found is not None or not self.scope.is_function:
            return found
        sites = self.teller.sinks.sites(self.scope)
        around = [c for s in sites if (c := cycle_around(self.marks, s.where)) is not None]
        return around[0] if len(around) == 1 and len(sites) == 1 else None

    def changes_to(self, place: str) -> list[Mutation]:
        """How a place is changed in the loop, by the function that the loop stands in."""
        if self.cycle is None:
            return []
        return [m for m in self.cycle.scope.mutations.get(place, ()) if self.cycle.surrounds(m.where)]


def cycle_around(marks: list[Where], where: Where) -> Cycle | None:
    """The innermost loop around a place in which a turn is replayed or answered."""
    for frame in reversed(chain_of(where.frame)):
        loop = frame.node
        if not isinstance(loop, (ast.For, ast.AsyncFor, ast.While)) or frame.branch != "body":
            continue
        if any(w.scope is where.scope and any(f.node is loop for f in chain_of(w.frame)) for w in marks):
            return Cycle(loop, where.scope, where)
    return None


def marks_of(teller: Teller) -> list[Where]:
    """Where turns are replayed and results are made, in the functions that do so or that call those that do."""
    found: list[Where] = []
    for replay in teller.story.replays:
        if replay.constant or replay.only_shown or replay.leftover:
            continue
        scopes = functions_of(teller, replay)
        nodes = (replay.message_node, *replay.sites)
        at = [teller.index.where.get(id(n)) for n in nodes if n is not None]
        found.extend(w for w in at if w is not None and w.scope in scopes)
    for block in teller.block_sinks:
        if block.kind == teller.dialect.result and teller.dialect.result_id in block.fields:
            found.append(block.where)
    return found
