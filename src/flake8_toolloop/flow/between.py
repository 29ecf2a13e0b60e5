"""Messages that stand between a turn and its results where each result is a message of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import belated, paths
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Frame, beyond, chain_of, exclusive
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.story import Belated, Evidence
from flake8_toolloop.flow.values import Atom, atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the results that another message stands before."""
    if in_tests(teller.path):
        return
    for sink in teller.message_sinks:
        if sink.role == teller.dialect.result and teller.dialect.result_id in teller.sinks.fields_given(sink):
            teller.within_budget(sink.content, lambda s=sink: behind(teller, s))  # type: ignore[misc]


def behind(teller: Teller, results: MessageSink) -> None:
    """State the words that stand before a result: after the turn, or after the result of the call before."""
    place = teller.history_place(results)
    if place is None or belated.added_by(results) != "append":
        return
    turn = belated.turn_before(teller, results, place)
    unit = unit_of(teller, turn) if turn is not None else None
    for other in words(teller, results, place):
        if turn is not None and unit is not None and turn.where.order < other.where.order < results.where.order:
            if on_the_way(teller, turn, other, results, unit):
                state(teller, other, results, "message")
        elif other.where.order > results.where.order and between_calls(teller, results, other):
            state(teller, other, results, "calls")


def on_the_way(teller: Teller, turn: MessageSink, other: MessageSink, results: MessageSink, unit: Atom) -> bool:
    """Whether words stand between a turn and its results on one path, and not because there are no calls."""
    frames = (turn.where.frame, other.where.frame, results.where.frame)
    around, inner, last = (belated.loops(f) for f in frames)
    if exclusive(frames[0], frames[1]) or exclusive(frames[1], frames[2]) or inner != last[: len(inner)]:
        return False
    if around != inner[: len(around)] or (len(inner) > len(around) and loop_of(other) is not loop_of(results)):
        return False
    if any(turn.where.order < w.order < results.where.order for w in belated.requests(teller, results)):
        return False
    tests = [t for f in beyond(frames[1], frames[0]) for t, _ in f.tests if f.kind in ("if", "match")]
    return not any(paths.about_turn(teller, t, other.where, unit) for t in tests)


def unit_of(teller: Teller, turn: MessageSink) -> Atom | None:
    """The received message that a turn is, or that its calls are taken from."""
    calls = fields_of(turn.literal.node).get(teller.dialect.calls_field)
    for node in (turn.content, calls):
        if node is not None:
            for atom in atoms(teller.prov.value_at(node, turn.where)):
                return atom
    return None


def words(teller: Teller, results: MessageSink, place: tuple[object, str]) -> Iterator[MessageSink]:
    """The messages of words that the function appends to the same list."""
    for other in teller.message_sinks:
        if other.role not in (teller.dialect.user, teller.dialect.system) or other.scope is not results.scope:
            continue
        if teller.history_place(other) == place and belated.added_by(other) == "append":
            yield other


def between_calls(teller: Teller, results: MessageSink, other: MessageSink) -> bool:
    """Whether a loop over calls appends a result and then words: they stand before the result of the next call."""
    loop = loop_of(results)
    if loop is None or loop is not loop_of(other) or exclusive(results.where.frame, other.where.frame):
        return False
    if leaves(loop, other) or one_call(loop.node) or instead(results, other):
        return False
    assert isinstance(loop.node, (ast.For, ast.AsyncFor))
    target = loop.node.target
    bound = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    ident = fields_of(results.literal.node)[teller.dialect.result_id]
    named = {n.id for n in ast.walk(ident) if isinstance(n, ast.Name)}
    made = {
        name
        for name in named
        for b in results.scope.bindings.get(name, ())
        if b.value is not None and any(isinstance(n, ast.Name) and n.id in bound for n in ast.walk(b.value))
    }
    return bool(named & bound or made)


def loop_of(sink: MessageSink) -> Frame | None:
    """The innermost loop that a message is made in."""
    loops = [f for f in chain_of(sink.where.frame) if f.kind in ("for", "while") and f.branch == "body"]
    return loops[-1] if loops and loops[-1].kind == "for" else None


def leaves(loop: Frame, other: MessageSink) -> bool:
    """Whether the loop is left after the words: no other result follows."""
    return any(
        where.order > other.where.order
        and not exclusive(where.frame, other.where.frame)
        and any(f is loop for f in chain_of(where.frame))
        and isinstance(node, (ast.Break, ast.Return, ast.Raise))
        for node, where in other.scope.exits
    )


def instead(results: MessageSink, other: MessageSink) -> bool:
    """Whether words are what a handler says where there is no result."""
    tries = {id(f.node) for f in chain_of(results.where.frame) if f.kind == "try" and f.branch == "body"}
    return any(f.branch.startswith("handler") and id(f.node) in tries for f in chain_of(other.where.frame))


def one_call(loop: ast.AST) -> bool:
    """``for call in calls[:1]``: there is no next call."""
    source = getattr(loop, "iter", None)
    upper = source.slice.upper if isinstance(source, ast.Subscript) and isinstance(source.slice, ast.Slice) else None
    return isinstance(upper, ast.Constant) and upper.value == 1


def state(teller: Teller, other: MessageSink, results: MessageSink, why: str) -> None:
    """State it at the words: they are what one would move."""
    span = teller.spans.of(other.literal.node)
    if any(b.span == span for b in teller.story.belated):
        return
    related = (Related("results", teller.spans.of(results.literal.node), "the results are added here"),)
    confidence = Confidence.LIKELY if why == "calls" else Confidence.CERTAIN
    event = Belated(
        span, teller.dialect, Evidence(confidence, related), why, other.literal.node, results.literal.node, ()
    )
    teller.story.belated.append(event)
