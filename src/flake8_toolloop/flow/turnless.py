"""Results that are messages and whose turn never goes back: the file puts no turn with calls into any history.

Asked of the whole file, by names: as soon as a turn with calls is put somewhere, or handed to somebody out of sight,
nothing is stated.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.facts import SHOWING, only_shown
from flake8_toolloop.flow.gathered import takes_turn, turns_of
from flake8_toolloop.flow.index import Scope, Where
from flake8_toolloop.flow.missing import held_by_server
from flake8_toolloop.flow.sinks import MessageSink, argument_of
from flake8_toolloop.flow.story import Evidence, TurnMissing
from flake8_toolloop.flow.values import atoms
from flake8_toolloop.flow.whereabouts import HARMLESS

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

READING = HARMLESS | SHOWING | {"getattr", "loads", "dumps", "enumerate", "next", "list", "sorted", "append", "get"}
"""Calls that a turn is given to and that keep nothing of it in a history (what is appended is looked at beside)."""
MAX_CALLERS = 3


def tell(teller: Teller) -> None:
    """State the results of a file that sends no turn with calls."""
    dialect = teller.dialect
    if in_tests(teller.path) or held_by_server(teller) or not teller.prov.requests.makers:
        return
    fields = {dialect.calls_field, dialect.old_calls_field}
    for message in teller.message_sinks:
        given = teller.sinks.fields_given(message)
        if message.raw or given & fields or (message.role is None and is_open(message)):
            return  # a turn with calls goes into a history, or may
    for message in teller.message_sinks:
        if message.role in (dialect.result, dialect.old_result) and not only_shown(teller, message):
            teller.within_budget(message.content, lambda m=message: alone(teller, m))  # type: ignore[misc]


def is_open(message: MessageSink) -> bool:
    """Whether a message whose role somebody else says may be given calls."""
    node = message.literal.node
    return not isinstance(node, ast.Dict) or None in node.keys


def alone(teller: Teller, message: MessageSink) -> None:
    place = teller.history_place(message)
    if place is None or not teller.histories.is_sent(teller.histories.node(*place)):
        return
    around = teller.spans.of(message.scope.node)
    if any(around.line <= w.span.line <= around.end_line for w in teller.story.worded):
        return  # its words go back: TLP104 says so
    turns = held(teller, message.scope)
    if not turns or not answers(message, turns) or not received(teller, message.scope, turns):
        return
    if any(True for _ in ways_out(teller, message.scope, turns)):
        return
    span = teller.spans.of(message.literal.node)
    if any(e.span == span for e in teller.story.missing):
        return
    teller.story.missing.append(
        TurnMissing(
            span,
            teller.dialect,
            Evidence(Confidence.LIKELY),
            roots=frozenset(),
            told=False,
            where=message.where,
            place=place[1],
            message_node=message.literal.node,
        )
    )


def held(teller: Teller, scope: Scope) -> set[str]:
    """The names that hold a turn whose calls a function reads, and what it is taken from."""
    found = {place.split(".")[0].split("[")[0] for place in turns_of(teller, scope)}
    for _ in range(3):
        for name in list(found):
            for binding in scope.bindings.get(name, ()):
                if binding.kind == "assign" and isinstance(binding.value, (ast.Attribute, ast.Subscript, ast.Name)):
                    found |= {n.id for n in taken_from(binding.value)}
    return found - {scope.self_name() or ""}


def taken_from(node: ast.expr) -> Iterator[ast.Name]:
    """The names that something is taken out of, or picked by; what a request is given is none of them."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, ast.Attribute):
        yield from taken_from(node.value)
    elif isinstance(node, ast.Subscript):
        yield from taken_from(node.value)
        yield from taken_from(node.slice)


def received(teller: Teller, scope: Scope, turns: set[str], hops: int = 2) -> bool:
    """Whether a turn comes from a request, here or by a caller's argument, and is no stored message."""
    if any(b.kind in ("for", "comp") for name in turns for b in scope.bindings.get(name, ())):
        return False
    for name in turns:
        for binding in scope.bindings.get(name, ()):
            if isinstance(binding.value, ast.expr) and is_response(teller, binding.value, binding.where):
                return True
        for call in teller.sinks.sites(scope) if name in scope.params and hops else ():
            argument = argument_of(scope, name, call.node)
            if argument is None:
                continue
            names = {n.id for n in ast.walk(argument) if isinstance(n, ast.Name)}
            if is_response(teller, argument, call.where) or received(teller, call.where.scope, names, hops - 1):
                return True
    return False


def is_response(teller: Teller, node: ast.expr, where: Where) -> bool:
    return any(a.root.kind == "model" for a in atoms(teller.prov.value_at(node, where)))


def answers(message: MessageSink, turns: set[str]) -> bool:
    """Whether a result is made of what the turn asks for: names lead from it to the turn."""
    scope, waiting, seen = message.scope, [message.literal.node], set[str]()
    while waiting and len(seen) < 20:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Name) and node.id not in seen:
                seen.add(node.id)
                waiting += [b.value for b in scope.bindings.get(node.id, ()) if isinstance(b.value, ast.expr)]
    return bool(seen & turns)


def ways_out(teller: Teller, scope: Scope, turns: set[str], hops: int = MAX_CALLERS) -> Iterator[ast.AST]:
    """Where the turn itself is handed to somebody, kept, given back or put into a list."""
    for node in ast.walk(scope.node):
        held_here = isinstance(node, ast.Name) and node.id in turns and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Name) and held_here and not reads(teller, node, hops):
            yield node
    for mutations in scope.mutations.values():
        yield from (m.node for m in mutations if takes_turn(scope, m, turns) and whole_in(m.args, turns))
    given = turns & set(scope.params)
    if given and hops:
        for call in teller.sinks.sites(scope):
            names = {a.id for a in call.node.args if isinstance(a, ast.Name)}
            names |= {k.value.id for k in call.node.keywords if isinstance(k.value, ast.Name)}
            own = {n for n in names if n in call.where.scope.bindings}
            yield from ways_out_beside(teller, call.where.scope, own, call.node, hops - 1)


def ways_out_beside(teller: Teller, scope: Scope, names: set[str], call: ast.Call, hops: int) -> Iterator[ast.AST]:
    """The same for a caller: the call that hands the turn on is followed already."""
    inside = {id(n) for n in ast.walk(call)}
    yield from (n for n in ways_out(teller, scope, names, hops) if id(n) not in inside)


def whole_in(arguments: tuple[ast.expr, ...], turns: set[str]) -> bool:
    return any(isinstance(a, ast.Name) and a.id in turns for a in arguments)


def kept_inside(teller: Teller, call: ast.Call, callee: Scope, argument: ast.AST, hops: int) -> bool:
    """Whether a function of the file that is given the turn keeps it, or hands it on."""
    given = {n for n in callee.params if argument_of(callee, n, call) is argument}
    return bool(given) and hops > 0 and any(True for _ in inside(teller, callee, given, hops - 1))


def inside(teller: Teller, callee: Scope, names: set[str], hops: int) -> Iterator[ast.AST]:
    """Where a function that is called gives away what it is given; its own callers are not asked."""
    for node in ast.walk(callee.node):
        given = isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Name) and given and not reads(teller, node, hops):
            yield node
    for mutations in callee.mutations.values():
        yield from (m.node for m in mutations if takes_turn(callee, m, names) and whole_in(m.args, names))


def reads(teller: Teller, name: ast.Name, hops: int = 0) -> bool:
    """Whether a use of the turn only reads a field of it, tests it, shows it, or gives it to a reader."""
    at: ast.AST = name
    parent = teller.index.parent(at)
    while isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is at:
        if isinstance(parent, ast.Attribute) and parent.attr in teller.dialect.conversions:
            return False
        at, parent = parent, teller.index.parent(parent)
    key = at.slice if isinstance(at, ast.Subscript) else None
    field = at.attr if isinstance(at, ast.Attribute) else getattr(key, "value", None)
    field = field if isinstance(field, str) else None
    whole = field is None or field == teller.dialect.unit[-1]
    if isinstance(parent, (ast.Compare, ast.If, ast.While, ast.UnaryOp, ast.BoolOp, ast.IfExp, ast.FormattedValue)):
        return True
    if isinstance(parent, (ast.Assign, ast.AnnAssign)):
        target = parent.targets[0] if isinstance(parent, ast.Assign) else parent.target
        return isinstance(target, ast.Name) or not whole
    if isinstance(parent, ast.Call):
        called = getattr(parent.func, "attr", getattr(parent.func, "id", ""))
        where = teller.index.where.get(id(parent))
        callee = teller.histories.callee_of(parent, where.scope) if where is not None else None
        own = callee is not None and not kept_inside(teller, parent, callee, at, hops)
        return not whole or called in READING or own or parent.func is at
    return not whole or isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension, ast.Expr, ast.Await))
