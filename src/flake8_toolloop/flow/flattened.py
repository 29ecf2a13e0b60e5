"""Turns with calls that go back as text only: the words are kept, the calls and the deliberation are not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.flow import apart
from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Mutation, chain_of, exclusive
from flake8_toolloop.flow.rawturns import text_tested
from flake8_toolloop.flow.story import Replayed
from flake8_toolloop.flow.values import Atom, Const, Listing, Record, Root, Text, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

TEXT_STEPS = frozenset({"text", "text_stream", "get_final_text"})
"""Steps that lead from a response to its words."""


def tell(teller: Teller) -> None:
    """Mark the replays that are text of a turn whose calls are answered afterwards on the same path."""
    for replay in teller.story.replays:
        if replay.place is None or replay.where is None or replay.leftover or not replay.assistant:
            continue
        node = replay.content_node or teller.index.tree
        teller.within_budget(node, lambda r=replay: mark(teller, r))  # type: ignore[misc]


def mark(teller: Teller, replay: Replayed) -> None:
    roots = {
        r
        for fates in replay.alternatives
        if not text_tested(fates.conds)  # what was a text already
        for r in text_roots(teller, fates)
    }
    # ``if reply.stop_reason == "tool_use": message.content = reply.content``: the text is that of the other turns.
    whole = {t.source.root for fates in replay.alternatives if fates.whole for t in fates.turns}
    roots = {r for r in roots - whole if r.name == teller.dialect.name and offers_tools(teller, r)}
    if roots:
        replay.cycle_open = any(
            answered_after(teller, replay, root)
            or stopped_open(teller, replay, root)
            or tells_calls(teller, replay, root)
            for root in roots
        )
        replay.flattened = replay.cycle_open
    elif apart.recorded(teller, replay):
        replay.cycle_open = replay.flattened = True


def offers_tools(teller: Teller, root: Root) -> bool:
    """Whether the request may offer tools: one that says all its arguments, and not the tools, offers none."""
    call = teller.node_of(Atom(root))
    if not isinstance(call, ast.Call) or any(k.arg is None for k in call.keywords):
        return True
    if not any(k.arg == "messages" for k in call.keywords):
        return True
    return any(k.arg in ("tools", "extra_body") for k in call.keywords)


def text_roots(teller: Teller, fates: Fates) -> set[Root]:
    """The requests whose turn a content is the text of; none where it holds blocks for calls."""
    found: set[Root] = set()
    for part in fates.parts:
        for option in options(part.value):
            value = option.value
            if isinstance(value, Record):
                if teller.judge.kind_of(value) != teller.dialect.text:
                    return set()
                value = value.get("text") or value
            if isinstance(value, Atom) and value.path[-1:] == ("[]",):
                value = replace(value, path=value.path[:-1])  # a string taken as a list of its characters
            if isinstance(value, Atom) and (teller.judge.is_unit(value) or value.path[-1:] == ("[]",)):
                return set()
            if isinstance(value, Atom) and value.path[-1:] != (teller.dialect.text,) and not gives_text(value):
                return set()
            found |= roots_of(value)
    return found


def gives_text(value: Atom) -> bool:
    """Whether an unknown call is one that gives text; any other may give blocks."""
    return (
        value.root.kind == "call" and not value.path and value.root.name in ("get_final_text", "join", "dumps", "str")
    )


def roots_of(value: Value, seen: set[int] | None = None, *, told: bool = False) -> set[Root]:
    """The requests that a value is made from; a value that stands in many places is looked at once.

    With ``told`` only what the turn's calls say counts: what is read out of its text was a protocol of text before.
    """
    seen = seen if seen is not None else set()
    if id(value) in seen:
        return set()
    seen.add(id(value))
    out = {a.root for a in atoms(value) if a.root.kind == "model" and not (told and TEXT_STEPS & set(a.path))}
    if isinstance(value, Text):
        for part in value.parts:
            out |= roots_of(part, seen, told=told)
    if isinstance(value, Listing):
        for item in value.parts:
            out |= roots_of(item.value, seen, told=told)
            out |= {s.root for s in item.loops if isinstance(s, Atom) and s.root.kind == "model"}
    return out


def tells_calls(teller: Teller, replay: Replayed, root: Root) -> bool:
    """Whether the turn's words stand beside what its calls were, and no message of the file has the calls."""
    fields = {f for k in teller.dialect.kinds if k.name == teller.dialect.call for f in k.fields}
    if teller.dialect.whole_message or replay.only_shown:
        return False
    if any(holds_calls(teller, other, root) for other in teller.story.replays):
        return False
    for fates in replay.alternatives:
        steps = {
            a.path[-1]
            for part in fates.parts
            for a in inside(part.value)
            if a.root == root and a.path[: len(teller.dialect.unit)] == teller.dialect.unit
        }
        if teller.dialect.text in steps and steps & fields:
            return True  # what only tells an outcome is no turn
    return False


def holds_calls(teller: Teller, replay: Replayed, root: Root) -> bool:
    """Whether a replay takes the calls of a turn along as blocks."""
    return any(
        any(t.source.root == root for t in fates.turns)
        and not fates.lost(teller.dialect.call)
        and root not in text_roots(teller, fates)
        for fates in replay.alternatives
    )


def inside(value: Value) -> Iterator[Atom]:
    """What a text is made of, to the last piece."""
    yield from atoms(value)
    for option in options(value):
        if isinstance(option.value, Text):
            for part in option.value.parts:
                yield from inside(part)


def stopped_open(teller: Teller, replay: Replayed, root: Root) -> bool:
    """Whether the branch is for a turn that its stop reason leaves open (cut by the token limit, paused)."""
    assert replay.where is not None
    env = teller.prov.env_at(replay.where)
    for frame in chain_of(replay.where.frame):
        for test, holds in frame.tests:
            if holds and isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
                asked = teller.prov.eval(test.left, env)
                value = teller.prov.constant(teller.prov.eval(test.comparators[0], env))
                if value in teller.dialect.open_stops and any(
                    isinstance(o.value, Atom) and o.value.root == root and o.value.path == (teller.dialect.stop_field,)
                    for o in options(asked)
                ):
                    return True
    return False


def answered_after(teller: Teller, replay: Replayed, root: Root) -> bool:
    """Whether something made from the turn's calls is appended to the same history later on the path."""
    assert replay.place is not None
    assert replay.where is not None
    scope, place = replay.place
    for mutation in scope.mutations.get(place, ()):
        if mutation.where.order <= replay.where.order or exclusive(mutation.where.frame, replay.where.frame):
            continue
        if mutation.op in ("append", "extend", "iadd") and from_calls(teller, mutation, root):
            return True
    return False


def answered_before(teller: Teller, replay: Replayed, root: Root) -> bool:
    """Whether what came of the turn's calls is in the same history already."""
    assert replay.place is not None
    assert replay.where is not None
    scope, place = replay.place
    return any(
        m.where.order < replay.where.order
        and not exclusive(m.where.frame, replay.where.frame)
        and m.op in ("append", "extend", "iadd")
        and from_calls(teller, m, root)
        for m in scope.mutations.get(place, ())
    )


def from_calls(teller: Teller, mutation: Mutation, root: Root) -> bool:
    env = teller.prov.env_at(mutation.where)
    for argument in mutation.args:
        value = teller.prov.eval(argument, env)
        records = [value] if isinstance(value, Record) else [p.value for p in teller.prov.parts(value)]
        for record in records:
            if not isinstance(record, Record):
                continue
            role = record.get("role")
            if not (isinstance(role, Const) and role.value in (teller.dialect.user, "tool")):
                continue
            content = record.get(teller.dialect.unit[-1])
            if content is not None and (root in roots_of(content, told=True) or answers(teller, content, root)):
                return True
    return False


def answers(teller: Teller, content: Value, root: Root) -> bool:
    """Whether a content holds a result for a call of the turn."""
    for option in options(content):
        for part in teller.prov.parts(option.value):
            for inner in options(part.value):
                if isinstance(inner.value, Record):
                    ident = inner.value.get(teller.dialect.result_id)
                    if ident is not None and any(a.root == root for a in atoms(ident)):
                        return True
    return False
