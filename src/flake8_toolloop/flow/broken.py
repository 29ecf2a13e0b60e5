"""Streams that break off: whether what they had brought by then is replayed, unfinished deliberation and all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Events
from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Scope, chain_of, dotted, leaves
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import BrokenReplayed, Evidence
from flake8_toolloop.flow.stream_names import own
from flake8_toolloop.flow.stream_tests import Assumed, accessed
from flake8_toolloop.flow.streams import Reader, mentions

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

Loop = ast.For | ast.AsyncFor
SAME = frozenset({"list", "tuple", "sorted", "values", "copy", "deepcopy"})
"""Calls that leave nothing out."""


def tell(teller: Teller) -> None:
    """State the replays of what a stream had brought when it broke off."""
    events = teller.dialect.events
    if events is None or in_tests(teller.path):
        return
    for sink in teller.message_sinks:
        if sink.role == teller.dialect.assistant and sink.scope.is_function:
            teller.within_budget(sink.content, lambda s=sink: judge(teller, s, events))  # type: ignore[misc]


def judge(teller: Teller, sink: MessageSink, events: Events) -> None:
    for attempt in attempts(sink):
        loop = next((n for s in attempt.body for n in ast.walk(s) if isinstance(n, (ast.For, ast.AsyncFor))), None)
        if loop is None or not reached_broken(sink, attempt) or told_apart(teller, sink, attempt):
            continue
        if from_snapshot(sink, events) or from_reader(teller, sink, loop, events):
            related = (Related("reader", teller.spans.of(loop.iter), "the stream that may break off"),)
            event = BrokenReplayed(teller.spans.of(sink.content), teller.dialect, Evidence(Confidence.LIKELY, related))
            teller.story.broken.append(event)
            return


def attempts(sink: MessageSink) -> Iterator[ast.Try]:
    """The ``try`` statements of the message's function."""
    return (n for n in own(sink.scope) if isinstance(n, ast.Try))


def reached_broken(sink: MessageSink, attempt: ast.Try) -> bool:
    """Whether the message is made after the stream broke off: in a handler, at last, or behind one that goes on."""
    for frame in chain_of(sink.where.frame):
        if frame.node is attempt:
            return frame.branch.startswith("handler") or frame.branch == "finally"
    if (attempt.end_lineno or 0) >= sink.literal.node.lineno or not attempt.handlers:
        return False
    if not same_block(sink, attempt):
        return False
    return any(not leaves(handler.body) for handler in attempt.handlers)


def same_block(sink: MessageSink, attempt: ast.Try) -> bool:
    """Whether the message's statement, or one around it, follows the attempt in the same list of statements."""
    for node in (sink.scope.node, *own(sink.scope)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            at = next((i for i, s in enumerate(block) if any(n is attempt for n in around(s))), None)
            if at is not None and any(sink.literal.node in ast.walk(s) for s in block[at + 1 :]):
                return True
    return False


def around(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement, and those that stand in its ``with`` blocks: what follows it follows them."""
    yield statement
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        for inner in statement.body:
            yield from around(inner)


def told_apart(teller: Teller, sink: MessageSink, attempt: ast.Try) -> bool:
    """Whether the function asks if the stream was broken, or looks for signatures: it knows what it does."""
    set_by_handler = {
        n.id
        for handler in attempt.handlers
        for n in ast.walk(handler)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for frame in chain_of(sink.where.frame):
        for test, _ in frame.tests:
            if isinstance(test, ast.AST) and any(
                isinstance(n, ast.Name) and n.id in set_by_handler for n in ast.walk(test)
            ):
                return True
    inside = {id(n) for s in attempt.body for n in ast.walk(s)}
    signature = teller.dialect.signature
    for node in own(sink.scope):
        access = accessed(node) if id(node) not in inside else None
        if access is not None and access[1] == signature and not isinstance(getattr(node, "ctx", None), ast.Store):
            return True
    return False


def from_snapshot(sink: MessageSink, events: Events) -> bool:
    """Whether the content is what the SDK's helper has so far."""
    return any(
        isinstance(n, ast.Attribute) and n.attr in events.partial
        for value in values(sink.scope, sink.content)
        for n in ast.walk(value)
    ) and all(unfiltered(value) for value in values(sink.scope, sink.content))


def from_reader(teller: Teller, sink: MessageSink, loop: Loop, events: Events) -> bool:
    """Whether the content is what a reader in the loop puts together, thinking with it."""
    content = sink.content
    if not unfiltered(content) or not mentions(sink.scope, events):
        return False
    name = next((n.id for n in ast.walk(content) if isinstance(n, ast.Name) and n.id not in SAME), None)
    if name is None or not any(n is loop for n in own(sink.scope)):
        return False
    reader = Reader(teller, sink.scope, None, [sink.scope])
    for kind in teller.dialect.kinds:
        if kind.deliberation and events.deltas_of(kind.name):
            begun = reader.slice(Assumed(events.start, block=kind.name))
            if begun.escapes("block") and name in filled([n for n, _ in begun.nodes]):
                return True
    return False


def filled(nodes: list[ast.AST]) -> set[str]:
    """The names of what statements put something into."""
    inner = [n for node in nodes for n in ast.walk(node)]
    calls = [n.func.value for n in inner if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    stores = [n.value for n in inner if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
    return {n.id for n in (*calls, *stores) if isinstance(n, ast.Name)}


def values(scope: Scope, node: ast.expr) -> list[ast.expr]:
    """An expression, or what its name was given."""
    if isinstance(node, ast.Name):
        given = [b.value for b in scope.bindings.get(node.id, ()) if isinstance(b.value, ast.expr)]
        return given or [node]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [node, *(v for v in values(scope, node.value) if v is not node.value)]
    return [node]


def unfiltered(node: ast.expr) -> bool:
    """Whether a content leaves nothing out: names, attributes, and calls that only change the form."""
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return not any(g.ifs for g in node.generators)
    if isinstance(node, ast.Call):
        return dotted(node.func).split(".")[-1] in SAME and all(unfiltered(a) for a in node.args)
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return unfiltered(node.value) and not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))
    return isinstance(node, ast.Name)
