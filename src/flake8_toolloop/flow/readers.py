"""Readers: code that takes a response apart and keeps text and calls only.

A writer of the same file makes blocks of what they keep. A reader alone is no fault (it may feed a screen or the
tools); beside a writer that has no place for deliberation it is where the turn was lost, and the writer's finding
shows it.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Related
from flake8_toolloop.flow.index import Call, ForNode, Where, chain_of, dotted
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """Show the file's readers with each replay that is made of a carrier."""
    writers = [r for r in teller.story.replays if not any(f.turns for f in r.alternatives)]
    if not writers:
        return
    found: list[Related] = []
    for scope in teller.index.functions:
        for loop, where in scope.loops:
            if isinstance(loop, (ast.For, ast.AsyncFor)):
                teller.within_budget(loop, lambda lo=loop, w=where: read(teller, lo, w, found))  # type: ignore[misc]
        for call in scope.calls:
            if call.where.frame is not None and call.where.frame.kind == "comp":
                teller.within_budget(call.node, lambda c=call: read_comprehension(teller, c, found))  # type: ignore[misc]
    for writer in writers:
        mine = {r.span for r in writer.evidence.related}
        writer.evidence.related += tuple(r for r in found[:9] if r.span not in mine and r.span != writer.span)


def read(teller: Teller, loop: ForNode, where: Where, found: list[Related]) -> None:
    value = teller.prov.eval(loop.iter, teller.prov.env_at(where))
    for option in options(value):
        atom = option.value
        if isinstance(atom, Atom) and (teller.judge.is_unit(atom) or atom.path[-1:] == teller.dialect.unit[-1:]):
            kept = takes_calls(teller, loop, where, atom)
            if kept:
                found.append(
                    Related(
                        "reader",
                        teller.spans.of(loop.iter),
                        "the response is taken apart here; only what is named is kept",
                    )
                )
                found.extend(
                    Related("reader", teller.spans.of(k.node), "calls are kept here without their turn")
                    for k in kept[:2]
                )
                return


def read_comprehension(teller: Teller, call: Call, found: list[Related]) -> None:
    """``[Call(b.id, ...) for b in response.content if b.type == "tool_use"]``."""
    frame = call.where.frame
    assert frame is not None
    generator = frame.node
    assert isinstance(generator, ast.comprehension)
    parent = teller.index.parent(call.node)
    if not isinstance(parent, (ast.ListComp, ast.GeneratorExp)) or not frame.tests:
        return
    env = teller.prov.env_at(call.where)
    for option in options(teller.prov.eval(generator.iter, replace(env, frame=frame.parent))):
        atom = option.value
        if isinstance(atom, Atom) and atom.path[-1:] == teller.dialect.unit[-1:]:
            judge = teller.judge.assuming(teller.dialect.call, frozenset({(atom.root, (*atom.path, ELEMENT))}))
            if judge.all(tuple(Cond(t, h, env) for t, h in frame.tests)) and judge.named:
                found.append(Related("reader", teller.spans.of(parent), "calls are kept here without their turn"))


def takes_calls(teller: Teller, loop: ForNode, where: Where, atom: Atom) -> list[Call]:
    """The places in the loop's branch for calls in which something of the project's own is made or kept."""
    out = []
    element = (atom.root, (*atom.path, ELEMENT))
    for call in where.scope.calls:
        if not any(f.node is loop for f in chain_of(call.where.frame)) or not keeps(call):
            continue
        judge = teller.judge.assuming(teller.dialect.call, frozenset({element}))
        env = teller.prov.env_at(call.where)
        conds = tuple(Cond(t, h, env) for f in chain_of(call.where.frame) for t, h in f.tests)
        if judge.all(conds) is not False and judge.named:
            out.append(call)
    return out


def keeps(call: Call) -> bool:
    """An append, or a constructor."""
    return call.name in ("append", "extend", "add") or dotted(call.node.func).split(".")[-1][:1].isupper()
