"""Readers that keep the first call of a turn: the others are gone before anybody can answer them.

A reader alone may want one call only (a forced tool for structured output). It is a fault where the same file makes
messages of stored calls: what the reader gives goes back as the turn, without the calls that it left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.answers import CALL_LISTS, is_call_list, looked_up, rest_used, serial, single_guard, takes_off
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Exit, Scope, chain_of
from flake8_toolloop.flow.provenance import GLANCE
from flake8_toolloop.flow.sinks import fields_of
from flake8_toolloop.flow.story import Answered, Evidence
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Listing, Record, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

Given: TypeAlias = tuple[Atom, tuple[Cond, ...]]
"""Something that a reader gives, and what was tested of it."""
FIELDS = frozenset({"input", "arguments"})
"""What a call has to be run with."""
NEVER_FORCES = ("auto", "none")
DEEP = 5


def tell(teller: Teller) -> None:
    """State the readers of a file that give one call of many, where its writers make turns of what is given."""
    if in_tests(teller.path):
        return
    writers = list(writers_of_calls(teller))
    if not writers:
        return
    able = teller.prov.requests.holding(CALL_LISTS | FIELDS | {teller.dialect.call, teller.dialect.calls_field})
    for scope in teller.index.functions:
        if id(scope) not in able:
            continue  # no calls are in what it gives
        for exit_ in (*scope.returns, *scope.yields):
            if exit_.value is not None and not forces(teller, scope):
                teller.within_budget(exit_.node, lambda s=scope, e=exit_: read(teller, s, e, writers))  # type: ignore[misc]


def writers_of_calls(teller: Teller) -> Iterator[ast.AST]:
    """Where the file makes assistant turns with calls that are filled in from variables."""
    if teller.dialect.whole_message:
        for sink in teller.message_sinks:
            given = teller.sinks.fields_given(sink)
            if sink.role in (teller.dialect.assistant, None) and not sink.raw and teller.dialect.calls_field in given:
                yield sink.literal.node
    else:
        for block in teller.block_sinks:
            if block.kind == teller.dialect.call and any(
                not isinstance(v, ast.Constant) for v in block.fields.values()
            ):
                yield block.literal.node


def forces(teller: Teller, scope: Scope) -> bool:
    """Whether a request of the function forces a call: there is one, or one is all that is wanted."""
    name = teller.dialect.choice
    if not name:
        return False
    given = [fields_of(literal.node).get(name) for literal in scope.literals]
    given += [k.value for call in scope.calls for k in call.node.keywords if k.arg == name]
    return any(v is not None and not (isinstance(v, ast.Constant) and v.value in NEVER_FORCES) for v in given)


def read(teller: Teller, scope: Scope, exit_: Exit, writers: list[ast.AST]) -> None:
    """State one reader: what it gives has the id, or the name and the arguments, of one call out of a turn's."""
    assert exit_.value is not None
    given = [g for g in inside(teller.prov.value_at(exit_.value, exit_.where, GLANCE)) if g[0].path]
    for pick, found in by_pick(given).items():
        first = found[0][0]
        calls = any(of_turn(teller, atom, conds) for atom, conds in found)
        if not calls or not identified(found) or rides_along(given, first):
            continue
        node = first.pick
        assert node is not None
        if looked_up(node, scope) or takes_off(node, scope) or rest_used(teller, node) or pick in told(teller):
            continue
        event = Answered(
            teller.spans.of(node),
            teller.dialect,
            Evidence(
                Confidence.LIKELY,
                (
                    Related("reader", teller.spans.of(exit_.node), "only this call goes on from here"),
                    *(
                        Related("replay", teller.spans.of(w), "turns are made of stored calls here")
                        for w in writers[:2]
                    ),
                ),
            ),
        )
        event.picked, event.picked_node = teller.spans.of(node), node
        event.serial, event.single_guarded = serial(teller), single_guard(chain_of(exit_.where.frame), (scope,))
        teller.story.answers.append(event)


def told(teller: Teller) -> set[int]:
    """The picks of which a result says it already."""
    return {id(a.picked_node) for a in teller.story.answers if a.picked_node is not None}


def inside(value: Value, depth: int = 0, opened: dict[int, tuple[int, Value]] | None = None) -> Iterator[Given]:
    """All that a value is put together from, the fields of its records too, each with what was tested of it.

    What is met again (no less deep) is not opened again.
    """
    opened = opened if opened is not None else {}
    if opened.get(id(value), (DEEP + 1, value))[0] <= depth:
        return
    opened[id(value)] = depth, value
    for option in options(value):
        for atom in atoms(option.value):
            yield atom, option.conds
        if depth >= DEEP:
            continue
        if isinstance(option.value, Record):
            for name in option.value.fields:
                field = option.value.get(name)
                if field is not None:
                    yield from inside(field, depth + 1, opened)
        elif isinstance(option.value, Listing):
            for part in option.value.parts:
                yield from inside(part.value, depth + 1, opened)


def by_pick(given: list[Given]) -> dict[int, list[Given]]:
    """What was reached through one call taken out of many, by the expression that took it."""
    found: dict[int, list[Given]] = {}
    for atom, conds in given:
        if atom.taken and atom.pick is not None:
            found.setdefault(id(atom.pick), []).append((atom, conds))
    return found


def of_turn(teller: Teller, atom: Atom, conds: tuple[Cond, ...]) -> bool:
    """Whether the call is one of a whole turn's, and not of a piece of a stream."""
    owner = atom.path[: atom.picked_at - 1]
    return teller.dialect.unit[-1] in owner and is_call_list(teller, atom, conds)


def identified(found: list[Given]) -> bool:
    """Whether so much of the call goes on that somebody can run it and answer it."""
    steps = {a.path[-1] for a, _ in found if len(a.path) > a.picked_at} - {"type"}
    return "index" not in steps and ("id" in steps or len(steps) > 1)


def rides_along(given: list[Given], first: Atom) -> bool:
    """Whether the turn itself, or all its calls, is given as well."""
    whole = (*first.path[: first.picked_at - 1], ELEMENT)
    return any(a.root == first.root and a.pick is not first.pick and whole[: len(a.path)] == a.path for a, _ in given)
