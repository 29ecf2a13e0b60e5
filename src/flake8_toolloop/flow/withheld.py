"""Results that are taken out of a stored history while the calls that they answer stay in it.

Blocks are chosen inside the messages (a rewrite that lets results fall), or messages are chosen by what they hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.boundaries import Looks
from flake8_toolloop.flow.conditions import Key
from flake8_toolloop.flow.fates import Carried, Fate
from flake8_toolloop.flow.histories import Node, spine
from flake8_toolloop.flow.index import Where, chain_of
from flake8_toolloop.flow.messages import Message, holds_for
from flake8_toolloop.flow.rewrites import Rewrite
from flake8_toolloop.flow.story import Evidence, OpenCall
from flake8_toolloop.flow.strips import Conditions, named
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Part, Record, Root, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the filters over a history that take results out and leave their calls."""
    if teller.dialect.result not in teller.source or not teller.histories.offers_tools:
        return
    if not teller.dialect.whole_message:
        for rewrite in teller.rewrites:
            teller.within_budget(rewrite.node, lambda r=rewrite: blocks(teller, r))  # type: ignore[misc]
    for choice in choices(teller):
        teller.within_budget(choice.node, lambda c=choice: messages(teller, c))  # type: ignore[misc]


def state(teller: Teller, node: ast.AST, source: Node, why: str) -> None:
    span = teller.spans.of(node)
    if any(o.span == span for o in teller.story.open_calls):
        return
    related = [
        Related("results" if a.results else "replay", teller.spans.of(statement), "calls and results are added here")
        for a in teller.cycles.additions
        if source in teller.histories.reached(a.node) and (statement := a.where.statement) is not None
    ]
    evidence = Evidence(Confidence.LIKELY, tuple(related[:2]))
    teller.story.open_calls.append(OpenCall(span, teller.dialect, evidence, why, node))


def has_both(teller: Teller, source: Node) -> bool:
    """Whether calls and results are put into a list, or into one that it is made of."""
    there = [a.results for a in teller.cycles.additions if source in teller.histories.reached(a.node)]
    return True in there and False in there


def made_good(teller: Teller, where: Where, source: Node, target: Node) -> bool:
    """Whether what has lost its call or its result is looked for, here or on the way to the request."""
    return Looks(teller, where, None, source, target).repaired()


# -- blocks ----------------------------------------------------------------------------------------------------------
def blocks(teller: Teller, rewrite: Rewrite) -> None:
    """A stored message is given back without its results, or without some of them."""
    sent = [(w, node) for w, node in rewrite.targets if teller.histories.is_sent(node)]
    if not sent or not has_both(teller, rewrite.source.node):
        return
    looks = Conditions(teller, rewrite)
    if looks.switched() or looks.closed_only():
        return
    chosen = filters(teller, rewrite)
    if not chosen or any(calls_named_beside(teller, w, chosen) for w in rewrite.wheres):
        return
    if any(made_good(teller, w, rewrite.source.node, node) for w, node in sent) or calls_go_too(teller, rewrite):
        return
    node = next((p.node for p in chosen if isinstance(p.node, ast.expr)), rewrite.content)
    state(teller, filter_of(teller, node), rewrite.source.node, "forgotten")


def filters(teller: Teller, rewrite: Rewrite) -> list[Part]:
    """The parts of a content through which calls pass and results do not, or not all of them."""
    stored = Atom(Root("stored", rewrite.message, id(rewrite.source)))  # what it may be is no matter: its tests say it
    env = replace(teller.prov.env_at(rewrite.where), bound={rewrite.message: stored})
    value = teller.prov.eval(rewrite.content, env)
    out: list[Part] = []
    for option in options(value):
        parts = [p for p in teller.prov.parts(option.value) if p.loops] if not_text(option.value) else []
        if not parts or not falls(teller, parts):
            continue
        out += parts
    return out


def not_text(value: Value) -> bool:
    return not isinstance(value, (Record, Atom))


def falls(teller: Teller, parts: list[Part]) -> bool:
    elements = frozenset(
        (o.value.root, (*o.value.path, ELEMENT))
        for part in parts for loop in part.loops for o in options(loop) if isinstance(o.value, Atom)
    )  # fmt: skip
    words = {w for part in parts for cond in part.conds for w in named(teller, cond)}
    dialect = teller.dialect
    if not elements or dialect.result_id in words or not words & {dialect.result, dialect.call}:
        return False
    if any(makes_result(teller, part.value) for part in parts):
        return False
    results, calls = carried(teller, parts, dialect.result, elements), carried(teller, parts, dialect.call, elements)
    if not any(c.sure and c.fate >= Fate.MADE for c in calls):
        return False
    if any(c.sure or c.fate is Fate.UNKNOWN for c in results):
        return False
    return not results or (
        dialect.result in words and not any(asks_elsewhere(teller, c) for p in parts for c in p.conds)
    )


def carried(teller: Teller, parts: list[Part], kind: str, elements: frozenset[Key]) -> list[Carried]:
    """What of one kind passes."""
    judge = teller.judge.assuming(kind, elements)
    return [c for part in parts for c in teller.judge.carry(part, judge, (), part.conds)]


def makes_result(teller: Teller, value: Value) -> bool:
    return any(
        isinstance(o.value, Record) and (o.value.has(teller.dialect.result_id) or o.value.spreads)
        for o in options(value)
    )


def asks_elsewhere(teller: Teller, cond: Cond) -> bool:
    """Whether a test hands a block to a function out of sight: it may look for the call."""
    if not isinstance(cond.test, ast.expr):
        return True
    for node in ast.walk(cond.test):
        if isinstance(node, ast.Call) and any(isinstance(a, ast.Name) for a in node.args):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in ("any", "all", "isinstance", "len", "str") and not isinstance(node.func, ast.Attribute):
                callee = teller.histories.callee_of(node, cond.env.scope)
                if callee is None:
                    return True
    return False


def calls_named_beside(teller: Teller, where: Where, chosen: list[Part]) -> bool:
    """Whether the loop over the messages speaks of calls elsewhere than in the filter itself."""
    own = {
        id(n) for part in chosen for cond in part.conds if isinstance(cond.test, ast.AST) for n in ast.walk(cond.test)
    }
    loops = [f.node for f in chain_of(where.frame) if f.kind in ("for", "comp")]
    return any(
        isinstance(n, ast.Constant) and n.value == teller.dialect.call and id(n) not in own
        for loop in loops[-1:]
        for n in ast.walk(loop)
    )


def calls_go_too(teller: Teller, rewrite: Rewrite) -> bool:
    """Whether another filter over the same list takes the calls out."""
    lists = {rewrite.source.node, *(n for _, n in rewrite.targets)}
    reached = {r for node in lists for r in teller.histories.reached(node)} | lists
    for other in teller.rewrites:
        if other is not rewrite and other.source.node in reached | teller.histories.same(rewrite.source.node):
            for fates in teller.contents_of(other):
                if fates.turns and fates.lost(teller.dialect.call):
                    return True
    return False


def filter_of(teller: Teller, node: ast.AST) -> ast.AST:
    """The comprehension around an element, else the node itself."""
    parent = teller.index.parent(node)
    return parent if isinstance(parent, (ast.ListComp, ast.GeneratorExp)) else node


# -- messages --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class Choice:
    """Messages are picked out of a list by tests."""

    node: ast.AST
    name: str
    tests: tuple[tuple[ast.expr, bool], ...]
    where: Where
    source: Node
    target: Node


def choices(teller: Teller) -> Iterator[Choice]:
    """``[m for m in history if ...]`` and ``for m in history: if ...: out.append(m)``."""
    lists = teller.histories
    for flow in lists.flows:
        for part in spine(flow.value):
            if not isinstance(part, (ast.ListComp, ast.GeneratorExp)) or len(part.generators) != 1:
                continue
            generator, name = part.generators[0], part.elt
            target = generator.target
            if isinstance(name, ast.Name) and isinstance(target, ast.Name) and generator.ifs and name.id == target.id:
                tests = tuple((t, True) for t in generator.ifs)
                for base in lists.bases(generator.iter, flow.where):
                    yield Choice(part, name.id, tests, flow.where, base.node, flow.target)
    for scope in (teller.index.module, *teller.index.functions):
        for place, mutations in scope.mutations.items():
            for m in mutations:
                if m.op == "append" and len(m.args) == 1 and isinstance(m.args[0], ast.Name):
                    yield from appended(teller, m.args[0].id, m.node, m.where, lists.node(scope, place))


def appended(teller: Teller, name: str, node: ast.AST, where: Where, target: Node) -> Iterator[Choice]:
    chain = chain_of(where.frame)
    bindings = where.scope.bindings.get(name, ())
    loop = next((f for f in reversed(chain) if f.kind == "for" and f.branch == "body"), None)
    if loop is None or len(bindings) != 1 or bindings[0].kind != "for" or bindings[0].node is not loop.node:
        return
    assert isinstance(loop.node, (ast.For, ast.AsyncFor))
    inner = [f for f in chain if f.depth > loop.depth]
    tests = tuple((t, h) for f in inner for t, h in f.tests if isinstance(t, ast.expr))
    if tests and isinstance(loop.node.target, ast.Name) and all(f.kind in ("if", "after") for f in inner):
        for base in teller.histories.bases(loop.node.iter, where):
            yield Choice(node, name, tests, where, base.node, target)


def messages(teller: Teller, choice: Choice) -> None:
    """Messages with results are left out, and messages with calls are not."""
    lists = teller.histories
    if not lists.is_sent(choice.target) or not has_both(teller, choice.source):
        return
    dialect = teller.dialect
    result = Message(dialect.result if dialect.whole_message else dialect.user, dialect.result)
    call = Message(dialect.assistant, dialect.call)
    scope = choice.where.scope
    left_out = [holds_for(teller, t, choice.name, result, scope) is (not h) for t, h in choice.tests]
    if not any(left_out) or not all(holds_for(teller, t, choice.name, call, scope) is h for t, h in choice.tests):
        return
    if any(f.kind == "try" and f.branch.startswith("handler") for f in chain_of(choice.where.frame)):
        return
    beside = (c for c in choices(teller) if c.target == choice.target and c.where.scope is scope)
    if any(c.node is not choice.node for c in beside):
        return
    if made_good(teller, choice.where, choice.source, choice.target):
        return
    state(teller, choice.node, choice.source, "left out")
