"""Deliberation of closed cycles that goes on for ever, where the provider itself takes it out of every request."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Frame, Where, chain_of, place_of
from flake8_toolloop.flow.sinks import MessageSink, fields_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.asked import Request
    from flake8_toolloop.flow.story import Requested
    from flake8_toolloop.flow.tell import Teller

GROWING = frozenset({"append", "extend", "iadd"})


def on(teller: Teller, request: Request, event: Requested) -> None:
    """State that the turns of a conversation are kept whole for a model that sees no deliberation of closed cycles."""
    dialect = teller.dialect
    if request.deliberates is not True or request.open or set(dialect.editing) & set(request.fields):
        return
    if not request.models or not all(m.startswith(dialect.forgetful) for m in request.models):
        return
    place = request.history
    outer = around(request)
    if place is None or outer is None or request.scope is not cycle_scope(request):
        return
    if not goes_whole(teller, request, place) or not left_alone(request, place, outer):
        return
    begins = [m for m in teller.message_sinks if begins_turn(teller, request, m, place, outer)]
    if begins:
        event.carried_on = teller.spans.of(begins[0].literal.node)


def cycle_scope(request: Request) -> object:
    return request.cycle.scope if request.cycle is not None else None


def around(request: Request) -> Frame | None:
    """The loop around the cycle: the one over the user's turns."""
    assert request.cycle is not None
    inner = request.cycle.frame
    frames = chain_of(inner.parent) if inner is not None else []
    loops = [f for f in frames if f.kind in ("for", "while") and f.branch == "body"]
    return loops[-1] if loops else None


def goes_whole(teller: Teller, request: Request, place: str) -> bool:
    """Whether every turn goes into the history as it came."""
    mine = [r for r in teller.story.replays if r.place == (request.scope, place)]
    return bool(mine) and all(f.whole and f.turns for r in mine for f in r.alternatives)


def left_alone(request: Request, place: str, outer: Frame) -> bool:
    """Whether the history only grows in the outer loop, and nobody else is given it there."""
    inside = [m for m in request.scope.mutations.get(place, ()) if within(m.where, outer)]
    bound = [b for b in request.scope.bindings.get(place, ()) if within(b.where, outer)]
    if bound or not all(m.op in GROWING for m in inside):
        return False
    for call in request.scope.calls:
        given = [*call.node.args, *(k.value for k in call.node.keywords)]
        elsewhere = call.node is not request.node and call.name not in ("len", "print")
        if elsewhere and within(call.where, outer) and any(place_of(a) == place for a in given):
            return False
    return True


def begins_turn(teller: Teller, request: Request, message: MessageSink, place: str, outer: Frame) -> bool:
    """Whether a message is the user's, put into the history in the outer loop and not in the cycle."""
    assert request.cycle is not None
    if message.role != teller.dialect.user or message.scope is not request.scope or has_results(teller, message):
        return False
    if request.cycle.surrounds(message.where) or not within(message.where, outer):
        return False
    return teller.history_place(message) == (request.scope, place)


def has_results(teller: Teller, message: MessageSink) -> bool:
    """Whether a message may bring results: it holds a list that is not written down here, or a result."""
    elements = message.content.elts if isinstance(message.content, ast.List) else ()
    return any(not isinstance(e, ast.Dict) or teller.dialect.result_id in fields_of(e) for e in elements)


def within(where: Where, outer: Frame) -> bool:
    return any(f.node is outer.node for f in chain_of(where.frame))
