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
from flake8_toolloop.flow import facts
from flake8_toolloop.flow.boundaries import Looks
from flake8_toolloop.flow.histories import Histories, Node, iterated, spine
from flake8_toolloop.flow.index import Mutation, Scope, Where, chain_of, place_of
from flake8_toolloop.flow.story import Cut, Evidence
from flake8_toolloop.flow.typed import annotation, named
from flake8_toolloop.flow.values import Const, options

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
    for candidate in [*slices(histories), *takings(teller, histories), *windows(histories), *budgets(histories)]:
        teller.within_budget(candidate.node, lambda c=candidate: state(teller, c))  # type: ignore[misc]


def may_cut(teller: Teller) -> bool:
    """Whether anything in the file looks like a cut at all: asked before the file's lists are joined."""
    nodes = teller.index.nodes
    if any(node.lower is not None for node in nodes.of(ast.Slice)):
        return True
    if any(isinstance(t, ast.Subscript) for node in nodes.of(ast.Delete) for t in node.targets):
        return True
    called = teller.index.calls_by_name
    return any(name in called for name in ("popleft", "deque", "remove", "reversed")) or any(
        len(call.node.args) == 1 for call in called.get("pop", ())
    )


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
        compares_numbers(test)
        for frame in chain_of(where.frame)
        if frame.kind in GROWING
        for test, _ in frame.tests
        if isinstance(test, ast.AST)
    )


def compares_numbers(test: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Compare) and any(isinstance(op, (ast.Gt, ast.GtE, ast.Lt, ast.LtE)) for op in node.ops)
        for node in ast.walk(test)
    )


def takings(teller: Teller, histories: Histories) -> Iterator[Candidate]:
    """``h.pop(0)``, ``h.popleft()``, ``del h[:n]``, ``h.remove(h[0])``."""
    for scope in (histories.index.module, *histories.index.functions):
        for place, mutations in scope.mutations.items():
            base = histories.node(scope, place)
            for mutation in mutations:
                if takes_front(teller, place, mutation) and measured(mutation.where):
                    first = mutation.args[0] if mutation.args else None
                    yield Candidate(mutation.node, mutation.where, base, base, mutation.op, first)


def takes_front(teller: Teller, place: str, mutation: Mutation) -> bool:
    """Whether a mutation takes the oldest message out, and nothing but its size is looked at."""
    first = mutation.args[0] if mutation.args else None
    if mutation.op == "popleft" or (mutation.op == "pop" and is_front(teller, first, mutation.where)):
        return not used_elsewhere(teller, mutation)
    if mutation.op == "remove":
        named = isinstance(first, ast.Subscript) and place_of(first.value) == place
        return isinstance(first, ast.Subscript) and named and is_front(teller, first.slice, mutation.where)
    return mutation.op == "del" and (
        takes_slice(first) if isinstance(first, ast.Slice) else is_front(teller, first, mutation.where)
    )


def used_elsewhere(teller: Teller, mutation: Mutation) -> bool:
    """Whether what is taken out is looked at: it may be put aside, or decide how much more goes; its size may."""
    parent = teller.index.parent(mutation.node)
    if isinstance(parent, ast.Expr):
        return False
    if not (isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name)):
        return not weighs(teller, mutation.node)
    name = parent.targets[0].id
    uses = [n for n in ast.walk(mutation.where.scope.node) if isinstance(n, ast.Name) and n.id == name]
    return not all(isinstance(n.ctx, ast.Store) or weighs(teller, n) for n in uses)


def weighs(teller: Teller, node: ast.AST) -> bool:
    """``total -= len(str(m))``, ``print(m)``: only how large a message is matters, or it is shown."""
    at: ast.AST | None = node
    while isinstance(at, (ast.expr, ast.keyword, ast.FormattedValue, ast.comprehension)):
        if isinstance(at, ast.Call) and at is not node:
            name = getattr(at.func, "attr", getattr(at.func, "id", ""))
            if name == "len" or name in facts.SHOWING:
                return True
        at = teller.index.parent(at)
    return isinstance(at, ast.AugAssign) and isinstance(at.op, (ast.Sub, ast.Add)) and at.target is not node


def is_front(teller: Teller, node: ast.expr | None, where: Where) -> bool:
    """Whether a number is that of the oldest message, or of the one after the system text."""
    if isinstance(node, ast.Name) and found_first(node, where):
        return True
    if node is None or isinstance(node, ast.Slice):
        return False
    values = [o.value for o in options(teller.prov.value_at(node, where))]
    return all(isinstance(v, Const) and type(v.value) is int and 0 <= v.value <= 2 for v in values)


def found_first(node: ast.Name, where: Where) -> bool:
    """``for i, m in enumerate(h): if m["role"] != "system": del h[i]; break``: the first that a loop comes to."""
    for frame in chain_of(where.frame):
        loop = frame.node
        if frame.branch == "body" and isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call):
            bound = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            numbers = getattr(loop.iter.func, "id", "") in ("enumerate", "range")
            if numbers and isinstance(bound, ast.Name) and bound.id == node.id:
                return any(isinstance(n, (ast.Break, ast.Return)) for s in loop.body for n in ast.walk(s))
    return False


def takes_slice(node: ast.Slice) -> bool:
    return node.upper is not None and node.step is None


def budgets(histories: Histories) -> Iterator[Candidate]:
    """``for m in reversed(h): ... if size > limit: break; kept.append(m)``: what no longer fits is left behind."""
    for scope in (histories.index.module, *histories.index.functions):
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                loop = backward_loop(mutation) if mutation.op in ("append", "insert", "appendleft") else None
                end = stopped_by_size(loop, scope) if loop is not None else None
                if loop is None or end is None:
                    continue
                for base in histories.bases(iterated(loop.iter), mutation.where):
                    yield Candidate(end[0], end[1], base.node, histories.node(scope, place), "budget")


def backward_loop(mutation: Mutation) -> ast.For | None:
    """The loop over a reversed list whose very element is put into another one."""
    taken = mutation.args[-1] if mutation.args else None
    loops = [f.node for f in chain_of(mutation.where.frame) if f.kind == "for" and f.branch == "body"]
    loop = loops[-1] if loops else None
    if not isinstance(loop, ast.For) or not isinstance(taken, ast.Name) or not isinstance(loop.target, ast.Name):
        return None
    turned = any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "reversed" for n in ast.walk(loop.iter))
    return loop if turned and loop.target.id == taken.id else None


def stopped_by_size(loop: ast.For, scope: Scope) -> tuple[ast.stmt, Where] | None:
    """The ``break`` by which a loop ends where a number is too large."""
    for node, where in scope.exits:
        frames = chain_of(where.frame)
        inside = [f.node for f in frames if f.kind in ("for", "while") and f.branch == "body"]
        if isinstance(node, ast.Break) and inside and inside[-1] is loop:
            own = frames[frames.index(next(f for f in frames if f.node is loop)) + 1 :]
            tests = [t for f in own if f.kind == "if" for t, _ in f.tests if isinstance(t, ast.AST)]
            if any(compares_numbers(t) for t in tests):
                return node, where
    return None


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
        for message in named(teller.prov, held, cls.file)
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
