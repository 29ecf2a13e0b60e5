"""Cuts of a history by count or size: where they fall, and whether a cycle may be open there.

A cut is believed harmless as soon as the code looks at the roles or kinds of the messages that it leaves: it seeks a
boundary, or drops what has lost its call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.boundaries import Looks
from flake8_toolloop.flow.carriers import annotation, named
from flake8_toolloop.flow.histories import Histories, Node, spine
from flake8_toolloop.flow.index import Mutation, Scope, Where, chain_of, place_of
from flake8_toolloop.flow.story import Cut, Evidence

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

GROWING = frozenset({"for", "while", "if", "after"})


@dataclass(frozen=True, eq=False)
class Candidate:
    """An expression or statement that takes messages out of a list."""

    node: ast.AST
    where: Where
    base: Node
    target: Node
    how: str
    bound: ast.expr | None = None


def tell(teller: Teller) -> None:
    """State the cuts of the histories that hold calls and results."""
    if not may_cut(teller):
        return
    histories = teller.histories
    for candidate in [*slices(histories), *takings(histories), *windows(histories)]:
        teller.within_budget(candidate.node, lambda c=candidate: state(teller, c))  # type: ignore[misc]


def may_cut(teller: Teller) -> bool:
    """Whether anything in the file looks like a cut at all: asked before the file's lists are joined."""
    for node in ast.walk(teller.index.tree):
        if isinstance(node, ast.Slice) and node.lower is not None:
            return True
        if isinstance(node, ast.Delete) and any(isinstance(t, ast.Subscript) for t in node.targets):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "popleft" or (name == "pop" and len(node.args) == 1) or name == "deque":
                return True
    return False


def slices(histories: Histories) -> Iterator[Candidate]:
    """``h = h[-n:]``, ``return head + h[cut:]``, ``create(messages=h[-n:])``."""
    seen: set[tuple[int, Node]] = set()
    for flow in histories.flows:
        for node in spine(flow.value):
            if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
                continue
            place = place_of(node.value)
            if place is None or node.slice.step is not None or (id(node), flow.target) in seen:
                continue
            seen.add((id(node), flow.target))
            base = histories.node(flow.where.scope, place)
            if drops_front(node.slice, flow.where, kept=flow.target == base):
                yield Candidate(node, flow.where, base, flow.target, "slice", node.slice.lower)


def drops_front(cut: ast.Slice, where: Where, *, kept: bool) -> bool:
    """Whether a slice leaves out the oldest messages: all but the last, or from a computed one on."""
    lower = cut.lower
    if lower is None:
        return False
    if isinstance(lower, ast.Constant):
        # ``h[1:]`` leaves out a system message; ``while too_long(h): h = h[2:]`` shortens the history
        return isinstance(lower.value, int) and lower.value > 0 and kept and measured(where)
    return True


def measured(where: Where) -> bool:
    """Whether a test on the way compares a number, as those of a limit do."""
    return any(
        isinstance(node, ast.Compare) and any(isinstance(op, (ast.Gt, ast.GtE, ast.Lt, ast.LtE)) for op in node.ops)
        for frame in chain_of(where.frame)
        if frame.kind in GROWING
        for test, _ in frame.tests
        if isinstance(test, ast.AST)
        for node in ast.walk(test)
    )


def takings(histories: Histories) -> Iterator[Candidate]:
    """``h.pop(0)``, ``h.popleft()``, ``del h[:n]``."""
    for scope in (histories.index.module, *histories.index.functions):
        for place, mutations in scope.mutations.items():
            base = histories.node(scope, place)
            for mutation in mutations:
                first = mutation.args[0] if mutation.args else None
                if mutation.op == "popleft" or (mutation.op == "pop" and is_number(first)):
                    if used_elsewhere(histories, mutation.node):
                        continue
                elif mutation.op != "del" or not takes_oldest(first):
                    continue
                if measured(mutation.where):
                    yield Candidate(mutation.node, mutation.where, base, base, mutation.op, first)


def used_elsewhere(histories: Histories, node: ast.AST) -> bool:
    """Whether what is taken out is looked at: it may be put aside, or decide how much more goes."""
    return not isinstance(histories.index.parent(node), ast.Expr)


def is_number(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value <= 2


def takes_oldest(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Slice):
        return node.upper is not None and node.step is None
    return is_number(node)


def windows(histories: Histories) -> Iterator[Candidate]:
    """``deque(maxlen=n)``: each message that is added pushes one out."""
    for scope in (histories.index.module, *histories.index.functions):
        for place, bindings in scope.bindings.items():
            for binding in bindings:
                value = binding.value
                if (
                    isinstance(value, ast.Call)
                    and getattr(value.func, "attr", getattr(value.func, "id", "")) == "deque"
                ):
                    limit = next((k.value for k in value.keywords if k.arg == "maxlen"), None)
                    limit = limit or (value.args[1] if len(value.args) > 1 else None)
                    if limit is not None and not (isinstance(limit, ast.Constant) and limit.value is None):
                        node = histories.node(scope, place)
                        yield Candidate(value, binding.where, node, node, "deque", limit)


def in_memory(teller: Teller, candidate: Candidate) -> bool:
    """Whether a class that keeps messages cuts them where it is given one: then each result may push out a turn.

    Its messages are of a class of the project with places for calls and for the id of an answered call: who sends them
    need not be in sight.
    """
    scope, dialect = candidate.where.scope, teller.dialect
    cls = scope.enclosing_class()
    if cls is None or not dialect.whole_message or candidate.target != candidate.base or candidate.base[0] != id(cls):
        return False
    held = annotation(cls, candidate.base[1].removeprefix("."))
    if held is None or not any(
        annotation(message, dialect.calls_field) is not None and annotation(message, dialect.result_id) is not None
        for message in named(teller, held, cls.file)
    ):
        return False
    return any(
        mutation.op in ("append", "extend") and mutation.where.order < candidate.where.order and given(scope, mutation)
        for place, mutations in scope.mutations.items()
        if teller.histories.node(scope, place) == candidate.base
        for mutation in mutations
    )


def given(scope: Scope, mutation: Mutation) -> bool:
    """Whether what goes into a list is an argument of the method."""
    return any(isinstance(a, ast.Name) and a.id in scope.params for a in mutation.args)


def state(teller: Teller, candidate: Candidate) -> None:
    histories, cycles = teller.histories, teller.cycles
    memory = in_memory(teller, candidate)
    if not memory and (not histories.is_sent(candidate.target) or not cycles.held_by(candidate.base)):
        return
    looks = Looks(teller, candidate.where, candidate.bound, candidate.base, candidate.target)
    related = [
        Related("results" if a.results else "replay", teller.spans.of(statement), "calls and results are added here")
        for a in cycles.additions
        if candidate.base in histories.reached(a.node) and (statement := a.where.statement) is not None
    ]
    teller.story.cuts.append(
        Cut(
            teller.spans.of(candidate.node),
            teller.dialect,
            Evidence(Confidence.LIKELY, tuple(related[:2])),
            candidate.how,
            cycle_open=candidate.how == "deque" or memory or cycles.may_be_open(candidate.where, candidate.base),
            leads_in=cycles.leads_in(candidate.where, candidate.base),
            at_turn_boundary=looks.seek_boundary(),
            orphans_dropped=looks.repaired(),
            node=candidate.node,
        )
    )
