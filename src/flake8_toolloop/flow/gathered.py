"""Results that are made elsewhere and gathered: what the loop or filter over them leaves out leaves its call open.

``for out in await gather(*jobs): if isinstance(out, Exception): continue; history.append(out)``
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Frame, Mutation, Scope, Where, chain_of, place_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_NAMES = 12
"""Names through which the outcomes are traced back to the calls."""
FAILURES = ("Exception", "Error")


def left_out(teller: Teller) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """The place where the outcome of a call is left out because it is an exception, how, and the loop."""
    for scope in teller.index.functions:
        turns = turns_of(teller, scope)
        for mutations in scope.mutations.values() if turns else ():
            first = min((m.where.order for m in mutations if takes_turn(scope, m, turns)), default=None)
            for mutation in mutations:
                if first is not None and mutation.where.order > first and mutation.args:
                    yield from from_loop(teller, mutation)
                    yield from from_filter(teller, mutation)


def turns_of(teller: Teller, scope: Scope) -> set[str]:
    """The names whose calls a function reads."""
    names = {teller.dialect.calls_field, teller.dialect.old_calls_field} - {""}
    index = teller.index
    if not names & (index.attributes | index.strings):
        return set()
    nodes = index.nodes
    owners: list[ast.expr] = [n.value for n in nodes.within(scope.node, ast.Attribute) if n.attr in names]
    owners += [n.value for n in nodes.within(scope.node, ast.Subscript) if getattr(n.slice, "value", None) in names]
    owners += [
        n.func.value for n in nodes.within(scope.node, ast.Call)
        if n.args and isinstance(n.func, ast.Attribute) and getattr(n.args[0], "value", None) in names
    ]  # fmt: skip
    return {place for owner in owners if (place := place_of(owner)) is not None}


def takes_turn(scope: Scope, mutation: Mutation, turns: set[str]) -> bool:
    """Whether a list takes a message, or what is made of one on the way."""
    names = {n.id for a in mutation.args for n in ast.walk(a) if isinstance(n, ast.Name)}
    made = [b.value for name in names for b in scope.bindings.get(name, ()) if b.kind == "assign"]
    names |= {n.id for v in made if v is not None for n in ast.walk(v) if isinstance(n, ast.Name)}
    return mutation.op in ("append", "extend", "iadd") and bool(names & {t.split(".")[0] for t in turns})


def from_loop(teller: Teller, mutation: Mutation) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """The element of a loop over outcomes goes into the history where it is no exception."""
    taken, scope = mutation.args[-1], mutation.where.scope
    loops = [f for f in chain_of(mutation.where.frame) if f.kind == "for" and f.branch == "body"]
    if mutation.op != "append" or not isinstance(taken, ast.Name) or not loops:
        return
    loop = loops[-1].node
    assert isinstance(loop, (ast.For, ast.AsyncFor))
    bound = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    if taken.id not in bound or not of_calls(teller, loop.iter, scope):
        return
    chain = chain_of(mutation.where.frame)
    for frame in chain[chain.index(loops[-1]) + 1 :]:
        for test, holds in frame.tests:
            if isinstance(test, ast.expr) and asks_for_failure(test, taken.id) is (not holds):
                node = passed_over(scope, frame, test)
                if node is not None and not adds_there(mutation, test):
                    yield node, "continue" if isinstance(node, ast.Continue) else "filter", loop


def passed_over(scope: Scope, frame: Frame, test: ast.expr) -> ast.AST | None:
    """The ``continue`` of the exceptions' branch, or the test that only lets the others in."""
    if frame.kind == "after":
        return next((n for n, w in scope.exits if isinstance(n, ast.Continue) and tested(w, test)), None)
    return test if frame.kind == "if" else None


def tested(where: Where, test: ast.expr) -> bool:
    """Whether a place stands in a branch of a test."""
    return any(t is test for f in chain_of(where.frame) if f.kind == "if" for t, _ in f.tests)


def adds_there(mutation: Mutation, test: ast.expr) -> bool:
    """Whether a message is added, or the outcome replaced, in the branch of the exceptions."""
    scope, name = mutation.where.scope, getattr(mutation.args[-1], "id", "")
    there = [
        m.where for ms in scope.mutations.values() for m in ms if m is not mutation and m.op in ("append", "extend")
    ]
    there += [b.where for b in scope.bindings.get(name, ()) if b.kind == "assign"]
    return any(tested(where, test) for where in there)


def from_filter(teller: Teller, mutation: Mutation) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """``history.extend(o for o in outcomes if not isinstance(o, Exception))``."""
    taken = mutation.args[-1]
    if mutation.op not in ("extend", "iadd") or not isinstance(taken, (ast.ListComp, ast.GeneratorExp)):
        return
    generator = taken.generators[0]
    own = isinstance(taken.elt, ast.Name) and isinstance(generator.target, ast.Name)
    if not own or not of_calls(teller, generator.iter, mutation.where.scope):
        return
    for test in generator.ifs:
        if asks_for_failure(test, getattr(taken.elt, "id", "")) is False:
            yield test, "filter", taken


def asks_for_failure(test: ast.expr, name: str) -> bool | None:
    """Whether a test says that an outcome is an exception (True) or that it is none (False)."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = asks_for_failure(test.operand, name)
        return None if inner is None else not inner
    if not (isinstance(test, ast.Call) and getattr(test.func, "id", "") == "isinstance" and len(test.args) == 2):
        return None
    named = [getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(test.args[1])]
    own = getattr(test.args[0], "id", "") == name
    return True if own and any(n.endswith(FAILURES) for n in named) else None


def of_calls(teller: Teller, node: ast.expr, scope: Scope) -> bool:
    """Whether a list of outcomes is made of the calls of a turn, through names and the calls that run them."""
    waiting, seen = [node], set[str]()
    while waiting and len(seen) < MAX_NAMES:
        for part in ast.walk(waiting.pop()):
            read = part.attr if isinstance(part, ast.Attribute) else getattr(part, "value", None)
            if isinstance(part, (ast.Attribute, ast.Constant)) and read == teller.dialect.calls_field:
                return True
            place = place_of(part) if isinstance(part, ast.Name) else None
            if place is not None and place not in seen:
                seen.add(place)
                waiting += [b.value for b in scope.bindings.get(place, ()) if isinstance(b.value, ast.expr)]
                waiting += [a for m in scope.mutations.get(place, ()) if m.op == "append" for a in m.args]
    return False
