"""Two lists that are read side by side, of which one has lost, moved or mixed up its elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.conditions import Key
from flake8_toolloop.flow.index import Frame, Scope, dotted
from flake8_toolloop.flow.sinks import BlockSink, Instance
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Part, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def misaligned(teller: Teller, sink: BlockSink, instance: Instance, ident: Value) -> bool:
    """Whether the id and the content come from two columns of a ``zip`` that do not run side by side."""
    found = [o.value for o in options(ident)]
    for frame in instance.frames:
        if frame.kind not in ("for", "comp") or frame.branch != "body" or instance.sites:
            continue
        columns = zipped(frame)
        if len(columns) != 2:
            continue
        env = teller.prov.env_at(sink.where)
        env = env.at(frame.parent, env.order)
        values = [teller.prov.eval(c, env) for c in columns]
        for calls, others in (columns, columns[::-1]):
            parts = teller.prov.parts(values[0] if calls is columns[0] else values[1])
            rest = teller.prov.parts(values[1] if calls is columns[0] else values[0])
            if gives(parts, found) and (in_order_of_completion(others, sink.scope) or differs(teller, parts, rest)):
                return True
    return False


def zipped(frame: Frame) -> list[ast.expr]:
    """The columns of the ``zip`` that a loop goes over."""
    source = getattr(frame.node, "iter", None)
    if isinstance(source, ast.Call) and dotted(source.func) == "zip":
        return [a for a in source.args if not isinstance(a, ast.Starred)]
    return []


def gives(parts: list[Part], idents: list[Value]) -> bool:
    """Whether a column holds the calls whose ids the results get."""
    items = [o.value for p in parts for o in options(p.value) if isinstance(o.value, Atom)]
    return bool(idents) and all(
        isinstance(i, Atom) and any(i.root == a.root and i.path[: len(a.path)] == a.path for a in items) for i in idents
    )


def differs(teller: Teller, calls: list[Part], others: list[Part]) -> bool:
    """Whether one of two columns made from the same list is filtered or sorted, and the other is not."""
    if len(calls) != 1 or len(others) != 1:
        return False
    mine, other = calls[0], others[0]
    sources = [{o.value.key for s in p.loops for o in options(s) if isinstance(o.value, Atom)} for p in (mine, other)]
    if not sources[0] or sources[0] != sources[1]:
        return False
    if (mine.changed == "order") != (other.changed == "order"):
        return True
    elements = frozenset((root, (*path, ELEMENT)) for root, path in sources[0])
    known = {_shape(c.test) for c in mine.conds}
    return any(_shape(c.test) not in known and chooses(teller, c, elements) for c in other.conds)


def chooses(teller: Teller, cond: Cond, elements: frozenset[Key]) -> bool:
    """Whether a test on an element keeps some of the calls and drops others."""
    if (
        not isinstance(cond.test, ast.expr)
        or teller.judge.assuming(teller.dialect.call, elements).cond(cond) is not None
    ):
        return False
    for node in ast.walk(cond.test):
        if isinstance(node, ast.Name) and any(
            (a.root, a.path[: len(path)]) == (root, path)
            for a in atoms(teller.prov.eval(node, cond.env))
            for root, path in elements
        ):
            return True
    return False


def _shape(test: object) -> str:
    """A test with all plain names alike: what a comprehension calls its element does not matter."""
    if not isinstance(test, ast.expr):
        return ""
    names = {n.id for n in ast.walk(test) if isinstance(n, ast.Name)}
    text = ast.dump(test)
    for name in names:
        text = text.replace(f"Name(id={name!r}", "Name(id='_'")
    return text


def in_order_of_completion(node: ast.expr, scope: Scope) -> bool:
    """Whether a list is filled as its tasks end: ``[f.result() for f in as_completed(fs)]``."""
    for made in definitions(node, scope):
        if isinstance(made, (ast.ListComp, ast.GeneratorExp)) and completes(made.generators[0].iter):
            return True
        if isinstance(made, ast.Call) and completes(made):
            return True
    if isinstance(node, ast.Name):
        for mutation in scope.mutations.get(node.id, ()):
            frame = mutation.where.frame.loop if mutation.where.frame is not None else None
            if mutation.op == "append" and frame is not None and completes(getattr(frame.node, "iter", None)):
                return True
    return False


def definitions(node: ast.expr, scope: Scope) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Name):
        yield node
        return
    for binding in scope.bindings.get(node.id, ()):
        if binding.kind == "assign" and binding.value is not None:
            yield binding.value


def completes(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] == "as_completed"
