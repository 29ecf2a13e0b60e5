"""Results that are messages: those that name no call at all, and whether the calls go back under their own ids."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.values import Atom, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def results(teller: Teller) -> Iterator[MessageSink]:
    """The results without an id that a file puts beside calls, where its server has ids and asks for them."""
    dialect, index = teller.dialect, teller.index
    if not dialect.whole_message or not index.modules & set(dialect.numbering) or index.modules & set(dialect.idless):
        return
    if any(word in string for string in index.strings for word in dialect.idless):
        return
    for sink in teller.message_sinks:
        node = sink.literal.node
        if sink.role != dialect.result or not isinstance(node, ast.Dict) or None in node.keys:
            continue
        named = dialect.result_id in teller.sinks.fields_given(sink) or renamed(teller, sink)
        if not named and taken(teller, sink) and beside_calls(teller, sink):
            yield sink


def renamed(teller: Teller, sink: MessageSink) -> bool:
    """Whether the id may come later: the message is handed to something, or another key names the call."""
    if any(name.endswith("_id") or name == "id" for name in teller.sinks.fields_given(sink)):
        return True
    touched = sink.scope.mutations.get(sink.place or "", ())
    if any(m.op != "set" or m.key is None for m in touched):
        return True
    parent = teller.index.parent(sink.literal.node)
    if isinstance(parent, ast.keyword) or (isinstance(parent, ast.Call) and not puts_in(parent)):
        return True
    given = [c.node for c in sink.scope.calls if any(getattr(a, "id", None) == sink.place for a in c.node.args)]
    return sink.place is not None and not all(puts_in(call) for call in given)


def puts_in(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("append", "extend", "insert")


def taken(teller: Teller, sink: MessageSink) -> bool:
    """Whether the result goes into a list that somebody outside the function holds, or that a request sends."""
    place = teller.history_place(sink)
    if place is None:
        return False
    root = place[1].split(".")[0].split("[")[0]
    return root in place[0].params or teller.histories.is_sent(teller.histories.node(*place))


def beside_calls(teller: Teller, sink: MessageSink) -> bool:
    """Whether the file puts turns with calls back as well: the received ones, or made with their calls."""
    field = teller.dialect.calls_field
    return any(
        m.raw or (m.role == teller.dialect.assistant and field in teller.sinks.fields_given(m))
        for m in teller.message_sinks
        if m is not sink
    )


def calls_keep_their_ids(teller: Teller, received: Callable[[Value], bool]) -> bool:
    """Whether the calls go back under the ids that they came with: as they are, or made again with those ids."""
    dialect = teller.dialect
    made = [fields_of(literal.node) | {"": literal.node} for literal in teller.index.literals]
    idents = [
        teller.prov.value_at(f["id"], teller.index.where[id(f[""])])
        for f in made
        if {"id", dialect.call} <= set(f) and id(f[""]) in teller.index.where
    ]
    if not all(received(o.value) for ident in idents for o in options(ident)):
        return False
    return bool(idents) or any(m.raw or passes_on(teller, m) for m in teller.message_sinks)


def passes_on(teller: Teller, sink: MessageSink) -> bool:
    """Whether a message is made with the very calls of a stored or received one."""
    calls = fields_of(sink.literal.node).get(teller.dialect.calls_field)
    if calls is None and sink.place is not None:
        touched = sink.scope.mutations.get(sink.place, ())
        calls = next((m.args[1] for m in touched if m.op == "set" and m.key == teller.dialect.calls_field), None)
    if calls is None or sink.role != teller.dialect.assistant:
        return False
    value = teller.prov.value_at(calls, sink.where)
    parts = [p.value for o in options(value) for p in teller.prov.parts(o.value)]
    return any(isinstance(v, Atom) and teller.dialect.calls_field in v.path for v in parts)
