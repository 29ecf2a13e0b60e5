"""Functions that walk through everything and change every string: they change deliberation as well.

Decided by structure: the function calls itself for the elements of lists and the values of dicts, whatever their keys,
and gives another text where it meets a string.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.deliberation import add, edited, in_tests
from flake8_toolloop.flow.index import Exit, Scope, Where, dotted, place_of
from flake8_toolloop.flow.story import Deliberated, Evidence, Replayed
from flake8_toolloop.flow.values import ELEMENT, Atom, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

REPAIRS = frozenset({"encode", "decode"})
"""What makes a text that no request could carry into one that it can."""


def tell(teller: Teller) -> None:
    """State the turns that go through such a function on their way to the provider."""
    if in_tests(teller.path):
        return
    for replay in teller.story.replays:
        if replay.where is not None and replay.content_node is not None and not (replay.only_shown or replay.constant):
            teller.within_budget(replay.content_node, lambda r=replay: turn(teller, r))  # type: ignore[misc]
    for call in teller.index.calls_by_name.get("create", ()):
        for keyword in call.node.keywords:
            node = given(keyword.value, call.where.scope) if keyword.arg == "messages" else None
            if node is not None:
                teller.within_budget(keyword.value, lambda n=node, w=call.where: history(teller, n, w))  # type: ignore[misc]


def turn(teller: Teller, replay: Replayed) -> None:
    """The content of one message."""
    assert replay.where is not None
    node = given(replay.content_node, replay.where.scope)
    if node is None:
        return
    operation = changes(teller, node, replay.where)
    if operation is not None and holds_turn(teller, node.args[0], replay.where):
        state(teller, node, operation, replay)


def history(teller: Teller, node: ast.Call, where: Where) -> None:
    """All messages of a request, where turns are appended whole to the list that is walked through."""
    place = place_of(node.args[0]) if node.args else None
    operation = changes(teller, node, where) if place is not None else None
    if operation is None or place is None:
        return
    for replay in teller.story.replays:
        whole = any(f.whole and any(t.certain for t in f.turns) for f in replay.alternatives)
        if whole and not replay.only_shown and replay.place is not None:
            scope, name = replay.place
            if teller.histories.node(scope, name) == teller.histories.node(where.scope, place):
                state(teller, node, operation, replay)
                return


def given(node: ast.AST | None, scope: Scope) -> ast.Call | None:
    """The call that an expression is, itself or by the one definition of a name."""
    if isinstance(node, ast.Name):
        found = [b.value for b in scope.bindings.get(node.id, ()) if b.kind == "assign"]
        node = found[0] if len(found) == 1 else None
    return node if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords else None


def holds_turn(teller: Teller, node: ast.expr, where: Where) -> bool:
    """Whether an expression is a turn, or a list of all its blocks."""
    value = teller.prov.eval(node, teller.prov.env_at(where))
    found = [o.value for part in teller.prov.parts(value) if not part.conds for o in options(part.value)]
    return any(
        isinstance(v, Atom) and v.path[-1:] == (ELEMENT,) and teller.judge.is_unit(Atom(v.root, v.path[:-1]))
        for v in found
    )


def state(teller: Teller, node: ast.Call, operation: str, replay: Replayed) -> None:
    kinds = [k.name for k in teller.dialect.kinds if k.deliberation and k.name in k.fields]
    if kinds:
        span = teller.spans.of(node)
        evidence = Evidence(Confidence.LIKELY, replay.evidence.related)
        add(teller, Deliberated(
            span=span, dialect=teller.dialect, kind=kinds[0], node=node, edited=span,
            edited_text=operation, edit_node=node, evidence=evidence, replay=replay,
        ))  # fmt: skip


# -- the function ------------------------------------------------------------------------------------------------------
def changes(teller: Teller, node: ast.Call, where: Where) -> str | None:
    """What a call's function does to every string of its argument, where it does so to all of them."""
    scope = teller.prov.callee_scope(node, teller.prov.env_at(where))
    if scope is None or len(scope.positional) != 1 + (1 if scope.is_method else 0) or scope.yields:
        return None
    name = scope.positional[-1]
    if not all(asks_for_class(test, name) for e in scope.returns for test in tests_of(e)):
        return None
    lists = any(walks(e.value, (ast.ListComp, ast.GeneratorExp), scope.name) for e in scope.returns)
    dicts = any(walks(e.value, (ast.DictComp,), scope.name) for e in scope.returns)
    if not (lists and dicts):
        return None
    for exit_ in scope.returns:
        if any(asks_for(test, "str") for test in tests_of(exit_)):
            operation = edited(teller.prov.eval(exit_.value, teller.prov.env_at(exit_.where)))
            if operation is not None and operation not in REPAIRS:
                return operation
    return None


def tests_of(exit_: Exit) -> list[object]:
    """The tests that hold on the way to a return."""
    return [t for f in (exit_.where.frame.chain() if exit_.where.frame else ()) for t, holds in f.tests if holds]


def asks_for_class(test: object, name: str) -> bool:
    """``isinstance(value, ...)`` of the value itself, or ``value is None``: nothing that spares single blocks."""
    if isinstance(test, ast.Call):
        return dotted(test.func) == "isinstance" and bool(test.args) and place_of(test.args[0]) == name
    if isinstance(test, ast.UnaryOp):
        return asks_for_class(test.operand, name)
    return (
        isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and place_of(test.left) == name
    )


def asks_for(test: object, cls: str) -> bool:
    return isinstance(test, ast.Call) and len(test.args) == 2 and dotted(test.args[1]) == cls


def walks(node: ast.expr | None, kinds: tuple[type[ast.expr], ...], name: str) -> bool:
    """Whether an expression is the collection of what the function gives for each element, none left out."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        node = node.args[0]
    if not isinstance(node, kinds) or not isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)):
        return False
    inner = node.value if isinstance(node, ast.DictComp) else node.elt
    called = isinstance(inner, ast.Call) and dotted(inner.func).split(".")[-1] == name
    return called and len(node.generators) == 1 and not node.generators[0].ifs
