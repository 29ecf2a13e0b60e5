"""Reasoning that goes back as a field of a message and is not what was received: made up, or changed on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.deliberation import edited, in_tests
from flake8_toolloop.flow.facts import only_shown
from flake8_toolloop.flow.fields import of_response, own_class
from flake8_toolloop.flow.index import Where
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.story import Deliberated, Evidence
from flake8_toolloop.flow.values import Const, Made, Text, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

CHANGING = frozenset(
    {"sub", "subn", "replace", "slice", "translate", "removeprefix", "removesuffix", "split", "partition", "shorten"}
)
"""Operations after which a text says something else; what only trims its ends or joins its pieces is none."""
DEEP = 6


def tell(teller: Teller) -> None:
    """State the reasoning of assistant messages that is not the model's, or not all of it."""
    if in_tests(teller.path):
        return
    for name in teller.dialect.reasoning_texts:
        if name not in teller.index.strings:
            continue
        for node, where in (*given(teller, name), *put_in(teller, name)):
            teller.within_budget(node, lambda n=node, w=where, f=name: state(teller, n, w, f))  # type: ignore[misc]


def given(teller: Teller, name: str) -> Iterator[tuple[ast.expr, Where]]:
    """The field in the assistant messages that the file makes."""
    for sink in teller.message_sinks:
        if sink.role != teller.dialect.assistant or sink.raw or example(sink):
            continue
        if own_class(teller, sink) or of_response(teller, sink) or only_shown(teller, sink):
            continue
        node = fields_of(sink.literal.node).get(name)
        if node is not None:
            yield node, sink.where
        for mutation in sink.scope.mutations.get(sink.place or "", ()):
            if mutation.op == "set" and mutation.key == name:
                yield mutation.args[1], mutation.where


def example(sink: MessageSink) -> bool:
    """Whether all that a message says is constant: a few-shot example."""
    others = [v for k, v in fields_of(sink.literal.node).items() if k != "role"]
    return all(isinstance(v, ast.Constant) for v in others) and sink.place is None


def put_in(teller: Teller, name: str) -> Iterator[tuple[ast.expr, Where]]:
    """``m["reasoning_content"] = "..."``, ``m.setdefault("reasoning_content", "...")`` of a stored message."""
    own = {(id(s.scope), s.place) for s in teller.message_sinks if s.place is not None}
    for scope in teller.index.functions:
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                stored = (id(scope), place) not in own and is_stored(mutation.where, place)
                if mutation.op == "set" and mutation.key == name and stored:
                    yield mutation.args[1], mutation.where
    for call in teller.index.calls_by_name.get("setdefault", ()):
        arguments = call.node.args
        if len(arguments) == 2 and getattr(arguments[0], "value", None) == name:
            yield arguments[1], call.where


def is_stored(where: Where, place: str) -> bool:
    """Whether a name is a stored message: an element of a loop, or a parameter."""
    root = place.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]
    return root in where.scope.params or any(b.kind == "for" for b in where.scope.bindings.get(root, ()))


def state(teller: Teller, node: ast.expr, where: Where, field: str) -> None:
    """State a text of the program's own, or one that was changed."""
    for option in options(teller.prov.value_at(node, where)):
        value = option.value
        if isinstance(value, Const) and isinstance(value.value, str) and value.value.strip():
            at = value.node if isinstance(value.node, ast.expr) else node
            add(teller, Deliberated(
                teller.spans.of(at), teller.dialect, field, Evidence(Confidence.LIKELY),
                forged="its text is a constant", node=at,
            ))  # fmt: skip
        operation = change(value)
        if operation is not None:
            add(teller, Deliberated(
                teller.spans.of(node), teller.dialect, field, Evidence(Confidence.LIKELY),
                edited=teller.spans.of(node), edited_text=operation, node=node, edit_node=node,
            ))  # fmt: skip


def add(teller: Teller, event: Deliberated) -> None:
    if not any(d.span == event.span for d in teller.story.deliberations):
        teller.story.deliberations.append(event)


def change(value: Value) -> str | None:
    """The operation that makes another text of a received one, also inside others."""
    if not any(True for _ in atoms(value)):
        return None
    at: Value | None = value
    for _ in range(DEEP):
        if not isinstance(at, (Made, Text)):
            return None
        operation = edited(at)
        if operation in CHANGING:
            return operation
        inner = (at.base,) if isinstance(at, Made) else at.parts
        at = next((o.value for part in inner for o in options(part) if isinstance(o.value, (Made, Text))), None)
    return None
