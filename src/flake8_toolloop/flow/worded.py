"""Turns with calls of which only words go back: the text beside the calls, or the calls told in prose.

The counterpart of ``flattened`` where the unit is a message.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.facts import only_shown
from flake8_toolloop.flow.fields import of_response, own_class
from flake8_toolloop.flow.flattened import offers_tools
from flake8_toolloop.flow.index import exclusive
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.story import Evidence, Worded
from flake8_toolloop.flow.values import Atom, Root, atoms

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the assistant messages that are words of a turn whose calls are answered afterwards."""
    if in_tests(teller.path):
        return
    for sink in teller.message_sinks:
        if sink.role == teller.dialect.assistant and not sink.raw and bare(teller, sink):
            teller.within_budget(sink.content, lambda s=sink: worded(teller, s))  # type: ignore[misc]


def bare(teller: Teller, sink: MessageSink) -> bool:
    """Whether a message is a dict with a content and certainly no calls."""
    given = teller.sinks.fields_given(sink)
    node = sink.literal.node
    calls = {teller.dialect.calls_field, teller.dialect.old_calls_field}
    return isinstance(node, ast.Dict) and None not in node.keys and given.isdisjoint(calls)


def worded(teller: Teller, sink: MessageSink) -> None:
    place = teller.history_place(sink)
    if place is None or only_shown(teller, sink) or own_class(teller, sink) or of_response(teller, sink):
        return
    if not teller.histories.is_sent(teller.histories.node(*place)):
        return
    roots = {r for r in turns_in(teller, sink) if offers_tools(teller, r)}
    if not roots or beside_turn(teller, sink, place):
        return
    results = next((m for m in answers(teller, sink, place) if told_of(teller, m, roots)), None)
    if results is None:
        return
    way = Related("results", teller.spans.of(results.literal.node), "what came of its calls is added here")
    event = Worded(teller.spans.of(sink.content), teller.dialect, Evidence(Confidence.LIKELY, (way,)), sink.content)
    if not any(w.span == event.span for w in teller.story.worded):
        teller.story.worded.append(event)


def turns_in(teller: Teller, sink: MessageSink) -> set[Root]:
    """The requests whose message a content is the text of, or tells the calls of."""
    unit = teller.dialect.unit
    value = teller.prov.value_at(sink.content, sink.where)
    return {
        a.root
        for a in atoms(value)
        if a.root.kind == "model" and a.root.name == teller.dialect.name and a.path[: len(unit)] == unit
    }


def beside_turn(teller: Teller, sink: MessageSink, place: tuple[object, str]) -> bool:
    """Whether the turn itself goes into the list on the same path."""
    return any(
        other is not sink
        and other.role in (teller.dialect.assistant, None)
        and other.scope is sink.scope
        and not exclusive(other.where.frame, sink.where.frame)
        and (other.raw or not bare(teller, other))
        and teller.history_place(other) == place
        for other in teller.message_sinks
    )


def answers(teller: Teller, sink: MessageSink, place: tuple[object, str]) -> Iterator[MessageSink]:
    """The messages that the same path adds to the same list afterwards."""
    roles = (teller.dialect.user, teller.dialect.result, teller.dialect.old_result)
    for other in teller.message_sinks:
        later = other.where.order > sink.where.order and not exclusive(other.where.frame, sink.where.frame)
        if other.role in roles and other.scope is sink.scope and later and teller.history_place(other) == place:
            yield other


def told_of(teller: Teller, message: MessageSink, roots: set[Root]) -> bool:
    """Whether a message answers a call of one of the turns, or tells what a tool made of its arguments."""
    fields = fields_of(message.literal.node)
    values = [teller.prov.value_at(v, message.where) for k, v in fields.items() if k != "role"]
    return any(of_call(teller, a, roots) for v in values for a in within(v))


def within(value: object, depth: int = 0) -> Iterator[Atom]:
    """The atoms of a value, and of what was handed to the calls that gave it."""
    for atom in atoms(value):  # type: ignore[arg-type]
        yield atom
        if depth < 3 and atom.root.kind == "call":
            for given in atom.inputs:
                yield from within(given, depth + 1)


def of_call(teller: Teller, atom: Atom, roots: set[Root]) -> bool:
    fields = {teller.dialect.calls_field, teller.dialect.old_calls_field}
    return atom.root in roots and bool(fields & set(atom.path))
