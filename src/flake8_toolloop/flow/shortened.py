"""Turns whose calls are cut to one before they go back: the pairs fit, and the model reads what it never wrote."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.answers import serial
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Where, chain_of, exclusive, place_of
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.story import Answered, CallsCut, Evidence
from flake8_toolloop.flow.values import Atom, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the turns that go back with some of their calls."""
    if in_tests(teller.path) or not any(b.kind == teller.dialect.result for b in teller.block_sinks):
        return  # nothing is answered
    for sink in teller.message_sinks:
        if sink.role == teller.dialect.assistant:
            teller.within_budget(sink.content, lambda s=sink: shortened(teller, s))  # type: ignore[misc]


def shortened(teller: Teller, sink: MessageSink) -> None:
    for node, calls, where in cuts_of(teller, sink):
        if not is_cut(teller, calls, where) or guarded(where):
            continue
        way = (Related("replay", teller.spans.of(sink.literal.node), "the turn goes back here"),)
        picked = Answered(teller.spans.of(calls), teller.dialect, Evidence(Confidence.CERTAIN, way))
        picked.picked, picked.serial = picked.span, serial(teller)
        if not told_already(teller, sink):
            teller.story.answers.append(picked)
        if sink.raw:
            way = (Related("cut", teller.spans.of(node), "its calls are cut here"),)
            event = CallsCut(teller.spans.of(sink.literal.node), teller.dialect, Evidence(Confidence.CERTAIN, way))
            if not any(e.span == event.span for e in teller.story.calls_cut):
                teller.story.calls_cut.append(event)


def told_already(teller: Teller, sink: MessageSink) -> bool:
    """Whether the result of the function is already known to be that of one call picked out of several."""
    own = {id(b.literal.node) for b in teller.blocks_of(sink.scope)}
    around = teller.spans.of(sink.scope.node)
    return any(
        a.picked is not None and (id(a.result_node) in own or around.line <= a.picked.line <= around.end_line)
        for a in teller.story.answers
    )


def cuts_of(teller: Teller, sink: MessageSink) -> Iterator[tuple[ast.AST, ast.expr, Where]]:
    """What gives a message its calls anew, with the calls: an assignment to a received one, or its own field."""
    field = teller.dialect.calls_field
    given = fields_of(sink.literal.node).get(field)
    if given is not None:
        yield given, given, sink.where
    place = place_of(sink.literal.node) if sink.raw else sink.place
    if place is None:
        return
    for mutation in sink.scope.mutations.get(place, ()):
        if mutation.op == "set" and mutation.key == field and comes_to(mutation.where, sink.where):
            yield mutation.node, mutation.args[1], mutation.where
    for binding in sink.scope.bindings.get(f"{place}.{field}", ()):
        if isinstance(binding.value, ast.expr) and comes_to(binding.where, sink.where):
            yield binding.node or binding.value, binding.value, binding.where


def comes_to(where: Where, later: Where) -> bool:
    return where.order < later.order and not exclusive(where.frame, later.frame)


def is_cut(teller: Teller, node: ast.expr, where: Where) -> bool:
    """``calls[:1]``, ``[calls[0]]``: one call of a list that may hold several."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        first = node.slice.lower is None or getattr(node.slice.lower, "value", None) == 0
        upper = node.slice.upper
        return first and isinstance(upper, ast.Constant) and upper.value == 1 and are_calls(teller, node.value, where)
    if not isinstance(node, ast.List) or len(node.elts) != 1 or isinstance(node.elts[0], ast.Starred):
        return False
    value = teller.prov.value_at(node.elts[0], where)
    return any(is_pick(teller, o.value) for o in options(value))


def are_calls(teller: Teller, node: ast.expr, where: Where) -> bool:
    return any(teller.dialect.calls_field in a.path for a in atoms(teller.prov.value_at(node, where)))


def is_pick(teller: Teller, value: Value) -> bool:
    """One call that was taken out of the list of a turn, and not by a loop over it."""
    return isinstance(value, Atom) and value.taken and teller.dialect.calls_field in value.path


def guarded(where: Where) -> bool:
    """Whether a test on the way counts the calls: the code knows of the others."""
    tests = [t for f in chain_of(where.frame) for t, _ in f.tests if isinstance(t, ast.AST)]
    return any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "len" for t in tests for n in ast.walk(t))
