"""Received messages that go back whole but for the field that their endpoint needs: it is left out or taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Mutation, Scope, place_of
from flake8_toolloop.flow.lingering import encloses
from flake8_toolloop.flow.sinks import MessageSink, fields_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.endpoints import Spoken
    from flake8_toolloop.flow.tell import Teller


def losses(teller: Teller, said: Spoken) -> Iterator[tuple[MessageSink, ast.AST]]:
    """The received messages that a history takes without the field, each with what takes it away."""
    for sink in teller.message_sinks:
        if sink.raw:
            for node in dumps_of(sink):
                if leaves_out(teller, node, said):
                    yield sink, node
            for mutation in taken_from(sink, said):
                yield sink, mutation.node


def dumps_of(sink: MessageSink) -> Iterator[ast.Call]:
    """The conversion by which a message enters its list, there or where its name is bound."""
    node: ast.AST | None = sink.literal.node
    if isinstance(node, ast.Name):
        bindings = [b for b in sink.scope.bindings.get(node.id, ()) if b.kind == "assign"]
        node = bindings[0].value if len(bindings) == 1 else None
    if isinstance(node, ast.Call):
        yield node


def leaves_out(teller: Teller, node: ast.Call, said: Spoken) -> bool:
    """``m.model_dump(exclude={"reasoning_content"})``, ``m.model_dump(include={"role", "content", "tool_calls"})``."""
    if getattr(node.func, "attr", "") not in teller.dialect.conversions:
        return False
    for keyword in node.keywords:
        names = {n.value for n in ast.walk(keyword.value) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        if keyword.arg == "exclude" and names & set(said.fields):
            return True
        if keyword.arg == "include" and teller.dialect.calls_field in names and names.isdisjoint(said.fields):
            return True
    return False


def taken_from(sink: MessageSink, said: Spoken) -> Iterator[Mutation]:
    """``turn.pop("reasoning_content", None)``, ``del turn["reasoning_content"]`` on the way to the history."""
    place = place_of(sink.literal.node)
    changed = sink.scope.mutations.get(place or "", ())
    if any(m.op in ("set", "update") for m in changed):
        return  # it may come back, under its own name or another
    for mutation in changed:
        key = getattr(mutation.args[0], "value", None) if mutation.args else None
        earlier = mutation.where.order < sink.where.order and encloses(mutation.where.frame, sink.where.frame)
        if mutation.op in ("pop", "del") and key in said.fields and earlier:
            yield mutation


def handed_back(teller: Teller, key: str, said: Spoken) -> bool:
    """Whether a field that a message carries under another name may go back: unless it is taken off it again."""
    index = teller.index
    taken = any(
        m.op in ("pop", "del") and m.args and getattr(m.args[0], "value", None) == key
        for scope in (index.module, *index.functions)
        for mutations in scope.mutations.values()
        for m in mutations
    )
    return not taken or any(puts_back(scope, said) for scope in (index.module, *index.functions))


def puts_back(scope: Scope, said: Spoken) -> bool:
    """Whether a function makes a message with the field, or puts it into one."""
    made = any(fields_of(literal.node).keys() & set(said.fields) for literal in scope.literals)
    return made or any(m.op == "set" and m.key in said.fields for ms in scope.mutations.values() for m in ms)
