"""Deliberation blocks made by hand: forged, edited, unsigned."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Span
from flake8_toolloop.flow.sinks import BlockSink, MessageSink, fields_of
from flake8_toolloop.flow.story import Deliberated, Evidence
from flake8_toolloop.flow.conditions import Judge
from flake8_toolloop.flow.index import Mutation, chain_of
from flake8_toolloop.flow.values import (
    ELEMENT,
    Alt,
    Atom,
    Cond,
    Const,
    Listing,
    Made,
    Record,
    Text,
    Unknown,
    Value,
    options,
)

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

GENERATORS = frozenset({"uuid4", "uuid1", "hex", "token_hex", "token_urlsafe", "randint", "md5", "sha256", "hexdigest", "urandom"})


def tell(teller: Teller, messages: list[MessageSink], blocks: list[BlockSink]) -> None:
    """State every made or changed deliberation block that goes to the provider."""
    sent = {id(s) for s in sent_blocks(teller)}
    for sink in blocks:
        table = teller.dialect.kind(sink.kind)
        if table is None or not table.deliberation:
            continue
        teller.within_budget(sink.literal.node, lambda s=sink: made(teller, s, sent))  # type: ignore[misc]
    edits_of_copies(teller)
    edits_in_place(teller)


def made(teller: Teller, sink: BlockSink, sent: set[int]) -> None:
    value = teller.prov.eval(sink.literal.node, teller.prov.env_at(sink.where))
    if isinstance(value, Record):
        state(teller, sink, value, id(sink.literal.node) in sent)


def edits_in_place(teller: Teller) -> None:
    """``block["thinking"] = cut(block["thinking"])`` on a block of a stored turn, in a branch for thinking blocks."""
    names = {k.name for k in teller.dialect.kinds if k.deliberation and k.name in k.fields}
    for scope in teller.index.functions:
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                if mutation.op == "set" and mutation.key in names and "." not in place:
                    teller.within_budget(mutation.node, lambda m=mutation: edit_in_place(teller, m))  # type: ignore[misc]


def edit_in_place(teller: Teller, mutation: Mutation) -> None:
    env = teller.prov.env_at(mutation.where)
    bindings = teller.prov.reaching(mutation.where.scope.bindings.get(mutation.place, []), env)
    owner = teller.prov.binding_value(bindings[0], env, mutation.node) if len(bindings) == 1 else None
    if not isinstance(owner, Atom) or ELEMENT not in owner.path:
        return
    key = mutation.key or ""
    judge = Judge(teller.prov, teller.dialect, key, frozenset({owner.key}))
    holds = judge.all(tuple(Cond(t, h, env) for f in chain_of(mutation.where.frame) for t, h in f.tests))
    if holds is False or not judge.named:
        return
    value = teller.prov.eval(mutation.args[1], env)
    from flake8_toolloop.flow.values import atoms

    if any(a.root == owner.root and a.path == (*owner.path, key) for a in atoms(value)):
        changed(teller, key, mutation.node, value)


def sent_blocks(teller: Teller) -> list[ast.AST]:
    """The literals that reach the content of an assistant message."""
    out = []
    for replay in teller.story.replays:
        if replay.only_shown:
            continue
        for fates in replay.alternatives:
            for part in fates.parts:
                for option in options(part.value):
                    if isinstance(option.value, Record) and option.value.node is not None:
                        out.append(option.value.node)
    return out


def state(teller: Teller, sink: BlockSink, record: Record, sent: bool) -> None:
    dialect = teller.dialect
    text_field = sink.kind if sink.kind in record.fields or record.has(sink.kind) else None
    event = Deliberated(
        span=teller.spans.of(sink.literal.node),
        dialect=dialect,
        kind=sink.kind,
        evidence=Evidence(Confidence.CERTAIN if sent else Confidence.POSSIBLE),
        sent=sent,
        node=sink.literal.node,
    )
    place = teller.sinks.bound_to(sink.literal.node)
    if place is not None:
        late = teller.prov.env_end(sink.scope)
        whole = teller.prov.place_value(place, sink.literal.node, late) if sink.scope.is_function else record
        for option in options(whole):
            if isinstance(option.value, Record) and option.value.node is record.node:
                record = option.value
    if text_field is not None:
        text = record.get(text_field)
        if text is not None and any(isinstance(o.value, Listing) for o in options(text)):
            return  # another provider's block of the same name
        signature(teller, event, record)
        content(teller, event, record, text_field, sink)
    if event.forged or event.edited or event.unsigned:
        teller.story.deliberations.append(event)


def signature(teller: Teller, event: Deliberated, record: Record) -> None:
    name = teller.dialect.signature
    if not record.has(name):
        event.unsigned = not record.spreads
        return
    value = record.get(name)
    if value is None:
        return
    reasons = [made_up(o.value) for o in options(value)]
    if reasons and all(reasons):
        event.forged = reasons[0]


def made_up(value: Value) -> str | None:
    """Why a signature cannot be the model's, or None."""
    if isinstance(value, Const):
        return f"its signature is the constant {value.value!r}"
    if isinstance(value, Text) and value.node is not None and not any(isinstance(p, Atom) for p in value.parts):
        return "its signature is made up"
    if isinstance(value, Atom) and value.root.kind == "call" and value.root.name in GENERATORS:
        return "its signature is generated"
    if isinstance(value, Text) and any(
        isinstance(p, Atom) and p.root.kind == "call" and p.root.name in GENERATORS for p in value.parts
    ):
        return "its signature is generated"
    return None


def content(teller: Teller, event: Deliberated, record: Record, field: str, sink: BlockSink) -> None:
    value = record.get(field)
    if value is None:
        return
    found = [o.value for o in options(value)]
    if all(isinstance(v, Const) for v in found) and not event.forged:
        event.forged = "its text is a constant"
        return
    if event.unsigned:
        for inner in found:
            if isinstance(inner, Atom) and inner.path and foreign(inner, field, teller):
                event.forged = f"its text is `{inner.path[-1]}`, not a received thinking block's"
                event.unsigned = False
                return
    edit = next((edited(v) for v in found if edited(v)), None)
    node = record.nodes.get(field)
    if edit is not None and derived(value, teller):
        target = node if node is not None and hasattr(node, "lineno") else sink.literal.node
        event.edited = teller.spans.of(target)
        event.edit_node = target
        event.edited_text = edit


def foreign(atom: Atom, field: str, teller: Teller) -> bool:
    """Whether a text comes from another provider's reasoning field."""
    return atom.path[-1] in ("reasoning_content", "reasoning")


def edited(value: Value) -> str | None:
    """The operation that changes a text on the way, or None."""
    if isinstance(value, Made) and value.op not in ("keys",):
        return value.op
    if isinstance(value, Text):
        if isinstance(value.node, ast.Call):
            func = value.node.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if name in ("str",):
                return None
            return name
        return "format" if isinstance(value.node, ast.JoinedStr) else None
    return None


def derived(value: Value, teller: Teller) -> bool:
    """Whether a text is made from a received block's own text."""
    from flake8_toolloop.flow.values import atoms

    return any(a.path and a.path[-1] in ("thinking", "text", "content", "reasoning") for a in atoms(value))


def edits_of_copies(teller: Teller) -> None:
    """``d["thinking"] = d["thinking"].strip()`` on a block that is replayed."""
    names = {k.name for k in teller.dialect.kinds if k.deliberation and k.name in k.fields}
    for replay in teller.story.replays:
        if replay.only_shown:
            continue
        for fates in replay.alternatives:
            for part in fates.parts:
                for option in options(part.value):
                    record = option.value
                    if isinstance(record, Record) and record.spreads:
                        for change in record.sets:
                            if change.key in names | {teller.dialect.signature}:
                                changed(teller, change.key, change.node, change.value())


def changed(teller: Teller, key: str, node: ast.AST, value: Value) -> None:
    if isinstance(value, Unknown):
        return
    identical = all(isinstance(o.value, Atom) and o.value.path[-1:] == (key,) for o in options(value))
    if identical:
        return
    span: Span = teller.spans.of(node)
    if any(d.span == span for d in teller.story.deliberations):
        return
    teller.story.deliberations.append(
        Deliberated(
            span=span,
            dialect=teller.dialect,
            kind=key,
            evidence=Evidence(Confidence.CERTAIN),
            edited=span,
            edited_text=edited(value) or "assignment",
            sent=True,
            node=node,
            edit_node=node,
        )
    )


__all__ = ["Alt", "fields_of", "tell"]
