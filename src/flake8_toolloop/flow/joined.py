"""Whether neighbouring messages of one role are joined later: what was split then goes out in one message."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, Mutation, Scope, dotted, place_of
from flake8_toolloop.flow.roots import STDLIB
from flake8_toolloop.flow.sinks import MessageSink, fields_of
from flake8_toolloop.flow.stream_tests import accessed
from flake8_toolloop.flow.values import Atom

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def merged(teller: Teller) -> bool:
    """Whether neighbouring messages are joined: something looks at the last message's role and adds to its content."""
    if any(merges(scope) for scope in teller.index.functions):
        return True
    outside = teller.prov.outside
    return outside is not None and any(merges(scope) for scope in outside.called)


def joined_out_of_sight(teller: Teller, message: MessageSink) -> bool:
    """Whether a function that is not in sight makes another list of the one that takes the message.

    ``return join_neighbours(out)`` here, or ``send(join_neighbours(convert(history)))`` in a caller.
    """
    place = teller.history_place(message)
    if place is None:
        return False
    given: list[tuple[ast.AST, Call]] = [
        (a, c) for c in place[0].calls for a in arguments(c.node) if place_of(a) == place[1]
    ]
    for site in teller.sinks.sites(message.scope):
        given += results_given(site)
    return any(out_of_sight(teller, call) and argument is not call.node.func for argument, call in given)


def arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(k.value for k in node.keywords)]


def results_given(site: Call) -> list[tuple[ast.AST, Call]]:
    """The calls that get what a call gives: around it, or through the name that it is bound to."""
    scope = site.where.scope
    name = next((n for n, bs in scope.bindings.items() for b in bs if b.value is site.node and not b.path), None)
    return [
        (a, c)
        for c in scope.calls
        for a in arguments(c.node)
        if a is site.node or (name is not None and isinstance(a, ast.Name) and a.id == name)
    ]


def out_of_sight(teller: Teller, call: Call) -> bool:
    """Whether an imported function whose body is nowhere in sight gives what is used in place of its argument."""
    first = dotted(call.node.func).split(".", maxsplit=1)[0]
    module = teller.index.imports.get(first, "").split(".")[0]
    if not module or module in STDLIB or module in teller.dialect.modules or first in teller.index.by_name:
        return False
    if not isinstance(teller.prov.value_at(call.node.func, call.where), Atom) or teller.prov.requests.may_give(call):
        return False
    parent = teller.index.parent(call.node)
    parent = teller.index.parent(parent) if isinstance(parent, ast.Await) else parent
    if isinstance(parent, ast.Assign):
        names = {n.id for t in parent.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        return bool(
            names & {n.id for node in handed_on(call.where.scope) for n in ast.walk(node) if isinstance(n, ast.Name)}
        )
    return isinstance(parent, ast.Return) or (isinstance(parent, ast.keyword) and parent.arg == "messages")


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)}


def handed_on(scope: Scope) -> Iterator[ast.AST]:
    """What a function returns, and what it sends as messages."""
    yield from (e.value for e in scope.returns if e.value is not None)
    yield from (k.value for c in scope.calls for k in c.node.keywords if k.arg == "messages")
    yield from (f for lit in scope.literals if (f := fields_of(lit.node).get("messages")) is not None)


def merges(scope: Scope) -> bool:
    """Whether a function compares the role of the last message and puts something into that message."""
    names = last_names(scope)

    def is_last(node: ast.AST) -> bool:
        return any(
            (isinstance(n, ast.Name) and n.id in names) or (isinstance(n, ast.Subscript) and _minus_one(n.slice))
            for n in ast.walk(node)
        )

    compared = any(
        is_last(side)
        and any(
            isinstance(n, (ast.Attribute, ast.Constant))
            and "role" in (getattr(n, "attr", None), getattr(n, "value", None))
            for n in ast.walk(side)
        )
        for compare in scope.compares
        for side in (compare.left, *compare.comparators)
    )
    if not compared:
        return joins_neighbours(scope)
    for place, mutations in scope.mutations.items():
        if ("[-1]" in place or place.split(".")[0].split("[")[0] in names) and any(
            (m.op in ("append", "extend", "iadd") or (m.op == "set" and m.key in ("content", "parts")))
            and takes_another(m, names)
            for m in mutations
        ):
            return True
        if any(m.op == "set" and m.args and _minus_one(m.args[0]) and takes_another(m, names) for m in mutations):
            return True
    return any(
        isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add) and is_last(n.left) and adds_another(n.right, names)
        for n in ast.walk(scope.node)
    )


def adds_another(node: ast.expr, names: set[str]) -> bool:
    """Whether what is added is the content of another message."""
    return any(
        (access := accessed(n)) is not None
        and access[1] in ("content", "parts")
        and isinstance(access[0], ast.Name)
        and access[0].id not in names
        for n in ast.walk(node)
    )


def joins_neighbours(scope: Scope) -> bool:
    """Whether a function compares the roles of two messages and puts the content of one into the other."""
    for compare in scope.compares:
        owners = [o for s in (compare.left, *compare.comparators) if (o := owner_of_role(s)) is not None]
        if len(owners) != 2 or ast.dump(owners[0]) == ast.dump(owners[1]):
            continue
        for into, given in fillings(scope):
            for one, other in (owners, owners[::-1]):
                if holds(into, one) and any(holds(g, other) for g in given):
                    return True
    return False


def fillings(scope: Scope) -> Iterator[tuple[ast.AST, Sequence[ast.expr]]]:
    """What a function puts something into, and what: a list's ``extend``, an assignment to a field."""
    for call in scope.calls:
        if isinstance(call.node.func, ast.Attribute) and call.name in ("append", "extend", "insert"):
            yield call.node.func.value, call.node.args
    for mutations in scope.mutations.values():
        for mutation in mutations:
            node = mutation.node
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
            if mutation.op in ("set", "iadd"):
                yield from ((target, mutation.args) for target in targets)


def owner_of_role(node: ast.expr) -> ast.expr | None:
    """``x`` of ``x["role"]``, ``x.role`` and ``x.get("role")``."""
    access = accessed(node)
    return access[0] if access is not None and access[1] == "role" else None


def holds(node: ast.AST, part: ast.expr) -> bool:
    """Whether an expression has another in it, by what is written."""
    wanted = ast.dump(part)
    return any(ast.dump(n) == wanted for n in ast.walk(node) if isinstance(n, type(part)))


def takes_another(mutation: Mutation, names: set[str]) -> bool:
    """Whether what is put into the last message comes from another one, and not from the last message itself."""
    value = mutation.args[-1] if mutation.args else None
    if value is None:
        return False
    if any(isinstance(n, ast.BinOp) and any(_is_text(s) for s in (n.left, n.right)) for n in ast.walk(value)):
        return False  # texts are joined, not blocks
    return any(isinstance(n, ast.Name) and n.id not in names for n in ast.walk(value))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def last_names(scope: Scope) -> set[str]:
    """The names that hold the last message of a list, or something taken out of it."""
    names: set[str] = set()
    for _ in range(3):
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding.value is None or binding.kind != "assign":
                    continue
                for node in ast.walk(binding.value):
                    if (isinstance(node, ast.Subscript) and _minus_one(node.slice)) or (
                        isinstance(node, ast.Name) and node.id in names
                    ):
                        names.add(name)
    return names


def _minus_one(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and node.operand.value == 1
    )
