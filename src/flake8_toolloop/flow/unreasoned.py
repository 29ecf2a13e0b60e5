"""Reasoning fields that are taken off all stored messages before they are sent, those of the open cycle included.

The counterpart of ``strips`` where a message has fields and no blocks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.endpoints import refused
from flake8_toolloop.flow.histories import RETURNED, Node, iterated
from flake8_toolloop.flow.index import ForNode, Mutation, Scope, Where, chain_of, place_of
from flake8_toolloop.flow.sinks import argument_of
from flake8_toolloop.flow.story import Evidence, Stripped
from flake8_toolloop.flow.strips import by_place, conjuncts, tests_at
from flake8_toolloop.flow.values import Const, Record, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


@dataclass(frozen=True, eq=False)
class Taking:
    """A field is taken off a message: where, which fields, and the name that holds the message."""

    node: ast.AST
    where: Where
    fields: tuple[str, ...]
    name: str


def tell(teller: Teller) -> None:
    """State the loops and helpers that take reasoning off stored messages."""
    fields = set(teller.dialect.deliberation_fields)
    if in_tests(teller.path) or fields.isdisjoint(teller.index.strings | teller.index.attributes):
        return
    if not teller.histories.offers_tools or refused(teller):
        return
    for taking in takings(teller):
        teller.within_budget(taking.node, lambda t=taking: state(teller, t))  # type: ignore[misc]


def takings(teller: Teller) -> Iterator[Taking]:
    """``m.pop("reasoning_content", None)``, ``del m["reasoning"]``, ``{k: v for k, v in m.items() if k != ...}``."""
    for scope in teller.index.functions:
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                fields = fields_taken(teller, mutation)
                if fields and "." not in place:
                    yield Taking(mutation.node, mutation.where, fields, place)
    for node, where in teller.index.dict_comprehensions:
        value = teller.prov.value_at(node, where)
        fields = tuple(
            f for f in teller.dialect.deliberation_fields if isinstance(value, Record) and f in value.removed
        )
        source = node.generators[0].iter
        owner = source.func.value if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) else source
        if fields and isinstance(owner, ast.Name):
            yield Taking(node, where, fields, owner.id)


def fields_taken(teller: Teller, mutation: Mutation) -> tuple[str, ...]:
    """The reasoning fields that a mutation takes off what it changes."""
    known = teller.dialect.deliberation_fields
    if mutation.op == "set" and mutation.key in known:
        emptied = isinstance(mutation.args[1], ast.Constant) and mutation.args[1].value is None
        return (mutation.key,) if emptied and mutation.key is not None else ()
    if mutation.op not in ("pop", "del") or not mutation.args or kept(teller, mutation.node):
        return ()
    named = [o.value for o in options(teller.prov.value_at(mutation.args[0], mutation.where))]
    found = tuple(dict.fromkeys(str(v.value) for v in named if isinstance(v, Const) and v.value in known))
    listed = isinstance(mutation.args[0], ast.Name) and listed_fields(teller, mutation.args[0], mutation.where)
    return found or (tuple(listed) if listed else ())


def listed_fields(teller: Teller, key: ast.Name, where: Where) -> list[str]:
    """The fields of ``for key in REASONING_KEYS: m.pop(key, None)``."""
    for binding in where.scope.bindings.get(key.id, ()):
        if binding.kind == "for" and isinstance(binding.value, ast.expr):
            parts = teller.prov.parts(teller.prov.value_at(binding.value, where))
            found = [o.value.value for p in parts for o in options(p.value) if isinstance(o.value, Const)]
            return [str(name) for name in found if name in teller.dialect.deliberation_fields]
    return []


def kept(teller: Teller, node: ast.AST) -> bool:
    """Whether what is taken off is put somewhere: it may come back under another name."""
    return isinstance(node, ast.Call) and not isinstance(teller.index.parent(node), ast.Expr)


def state(teller: Teller, taking: Taking) -> None:
    """State it where the message is one of a list of messages that is sent."""
    found = next(iter(lists_of(teller, taking)), None)
    if found is None:
        return
    where, loop = found
    tests = [t for w in (taking.where, where) for t in tests_at(w)]
    tests += loop.ifs if isinstance(loop, ast.comprehension) else []
    if any(decides(teller, test, taking) for test in tests) or in_handler(taking.where) or in_handler(where):
        return
    span = teller.spans.of(taking.node)
    if any(s.span == span for s in teller.story.stripped):
        return
    related = [
        Related("next request", teller.spans.of(c.node), "the history is sent here") for c in teller.histories.senders
    ]
    teller.story.stripped.append(
        Stripped(
            span,
            teller.dialect,
            Evidence(Confidence.LIKELY, tuple(related[:1])),
            kinds=taking.fields,
            cycle_open=True,
            node=taking.node,
        )
    )


def lists_of(teller: Teller, taking: Taking, hops: int = 1) -> Iterator[tuple[Where, ForNode | ast.comprehension]]:
    """Where a loop goes over messages that a request sends afterwards, and takes this one from them."""
    scope = taking.where.scope
    names = {taking.name, *copied_from(scope, taking.name)}
    for frame in chain_of(taking.where.frame):
        loop = frame.node
        if not isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension)) or names.isdisjoint(bound_by(loop)):
            continue
        if any(sent(teller, scope, node) for node in targets(teller, taking, loop)):
            yield taking.where, loop
    if hops and names & set(scope.params):
        for call in teller.sinks.sites(scope):
            yield from helped(teller, call.node, call.where, scope, names)


def helped(
    teller: Teller, call: ast.Call, where: Where, scope: Scope, names: set[str]
) -> Iterator[tuple[Where, ForNode | ast.comprehension]]:
    """``[without_reasoning(m) for m in history]``, ``for m in history: strip(m)``."""
    given = {a.id for n in names & set(scope.params) if isinstance(a := argument_of(scope, n, call), ast.Name)}
    for frame in chain_of(where.frame):
        loop = frame.node
        if isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension)) and given & bound_by(loop):
            taking = Taking(call, where, (), next(iter(given & bound_by(loop))))
            if any(sent(teller, where.scope, node) for node in targets(teller, taking, loop)):
                yield where, loop


def copied_from(scope: Scope, name: str) -> set[str]:
    """The names whose copy, or whose very object, a name holds."""
    out: set[str] = set()
    for binding in scope.bindings.get(name, ()):
        if binding.kind == "assign" and isinstance(binding.value, (ast.Call, ast.Dict, ast.Name, ast.DictComp)):
            out |= {n.id for n in ast.walk(binding.value) if isinstance(n, ast.Name) and n.id != name}
    return out


def bound_by(loop: ast.AST) -> set[str]:
    target = getattr(loop, "target", None)
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)} if target is not None else set()


def targets(teller: Teller, taking: Taking, loop: ForNode | ast.comprehension) -> Iterator[Node]:
    """The lists that have the message afterwards: the one that the loop goes over, or one that takes it."""
    lists, scope = teller.histories, taking.where.scope
    if isinstance(loop, ast.comprehension):
        for flow in lists.flows:
            if any(
                isinstance(n, (ast.ListComp, ast.GeneratorExp)) and loop in n.generators for n in ast.walk(flow.value)
            ):
                yield flow.target
        return
    for place, mutations in scope.mutations.items():
        for mutation in mutations:
            inside = any(f.node is loop for f in chain_of(mutation.where.frame))
            if inside and mutation.op in ("append", "insert") and mutation.where.order > taking.where.order:
                yield lists.node(scope, place)
    if not any(b.kind == "assign" for b in scope.bindings.get(taking.name, ())):
        for base in lists.bases(iterated(loop.iter), taking.where):
            yield base.node


def sent(teller: Teller, scope: Scope, node: Node) -> bool:
    """Whether a request sends the list: itself, or what somebody out of sight makes of it and the function returns."""
    lists = teller.histories
    if lists.is_sent(node):
        return True
    given = [a for e in scope.returns if isinstance(e.value, ast.Call) for a in e.value.args]
    handed = any((place := place_of(a)) is not None and lists.node(scope, place) == node for a in given)
    return handed and lists.is_sent((id(scope), RETURNED))


def in_handler(where: Where) -> bool:
    """Whether it is a second try after a refusal."""
    return any(f.kind == "try" and f.branch.startswith("handler") for f in chain_of(where.frame))


def decides(teller: Teller, test: object, taking: Taking) -> bool:
    """Whether a test picks messages by their place or calls, or asks which provider is spoken to."""
    names = {taking.name, *copied_from(taking.where.scope, taking.name)}
    for part in conjuncts(test):  # type: ignore[arg-type]
        if names_key(part, names):
            continue
        if by_place(part):
            return True
        words = {getattr(n, "value", getattr(n, "attr", None)) for n in ast.walk(part) if isinstance(n, ast.Constant)}
        words |= {n.attr for n in ast.walk(part) if isinstance(n, ast.Attribute)}
        if teller.dialect.calls_field in words:
            return True
        own = words & {"role", "content", "type", teller.dialect.assistant, *teller.dialect.deliberation_fields}
        if isinstance(part, ast.Compare) and not own:
            return True
    return False


def names_key(test: ast.expr, names: set[str]) -> bool:
    """``key in message``: whether the field is there."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return False
    return getattr(test.comparators[0], "id", None) in names
