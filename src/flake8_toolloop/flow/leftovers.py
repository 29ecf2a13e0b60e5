"""Writer evidence: blocks made by hand whose message is made elsewhere (a helper returns a block or a list)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import facts
from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Call, Scope, Where, chain_of
from flake8_toolloop.flow.sinks import BlockSink, Instance, fields_of
from flake8_toolloop.flow.story import Evidence, Replayed
from flake8_toolloop.flow.synthesised import starts
from flake8_toolloop.flow.values import Alt, Const, Listing, Part, Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State a replay for each list of blocks that is built and that no message of the file takes."""
    if teller.replays_missing:
        return  # a message that could not be followed may take them
    kinds = {teller.dialect.call, *teller.dialect.deliberation}
    done: set[int] = set()
    for block in teller.block_sinks:
        if block.kind not in kinds or id(block.literal.node) in teller.seen_blocks or id(block.literal.node) in done:
            continue
        teller.within_budget(block.literal.node, lambda b=block: left(teller, b, done))  # type: ignore[misc]


def left(teller: Teller, block: BlockSink, done: set[int]) -> None:
    """State the list that one block stands in."""
    if (
        of_stream_event(teller, block.literal.node)
        or teller.sinks.unused(block.where.scope)
        or for_users(teller, block.where.scope)
    ):
        return
    found = container(teller, block.literal.node, block.where)
    if found is None:
        return
    value, scope = found
    alternatives = teller.judge.fates(value, (), ())
    if all(f.lost(teller.dialect.call) for f in alternatives) and not signed(teller, alternatives):
        return
    if any(foreign_list(teller, f) or for_any_role(teller, f) for f in alternatives) or into_response(
        teller, block, scope
    ):
        return
    nodes = record_nodes(alternatives)
    if id(block.literal.node) not in nodes:
        return
    done.update(nodes)
    event = Replayed(
        span=teller.spans.of(block.literal.node),
        dialect=teller.dialect,
        alternatives=alternatives,
        evidence=Evidence(
            Confidence.LIKELY,
            (
                *teller.related(alternatives, Instance(teller.prov.env_at(block.where)), block.literal.node),
                *(
                    Related("replay", teller.spans.of(c.node), "what is made is used here")
                    for c in users(teller, scope)
                ),
            ),
        ),
        content_node=block.literal.node,
        assistant=False,
        leftover=True,
        where=Where(scope, block.where.frame if scope is block.where.scope else None, block.where.order, None),
    )
    facts.of_leftover(teller, event)
    teller.state_gate(event)
    teller.story.replays.append(event)


def users(teller: Teller, scope: Scope) -> list[Call]:
    return teller.sinks.sites(scope)[:4] if scope.is_function else []


def of_stream_event(teller: Teller, node: ast.AST) -> bool:
    """Whether the block is the shell of a stream event: its text comes in deltas."""
    parent = teller.index.parent(node)
    if isinstance(parent, ast.keyword) and parent.arg == "content_block":
        return True
    if isinstance(parent, ast.Dict):
        return any(
            isinstance(k, ast.Constant) and k.value == "content_block" and v is node
            for k, v in zip(parent.keys, parent.values, strict=False)
        )
    where = teller.index.where.get(id(node))
    return where is not None and any(
        isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.endswith("_delta")
        for literal in where.scope.literals
        for key, value in fields_of(literal.node).items()
        if key == "type"
    )


def for_users(teller: Teller, scope: Scope) -> bool:
    """Whether every call of the function stands where the message is known to be a user's."""
    sites = teller.sinks.sites(scope)
    return bool(sites) and all(
        any(
            holds and isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq) and names_user(teller, test)
            for frame in chain_of(call.where.frame)
            for test, holds in frame.tests
        )
        for call in sites
    )


def names_user(teller: Teller, test: ast.Compare) -> bool:
    """Whether one side of a comparison is the user's role."""
    sides = (test.left, *test.comparators)
    return any(isinstance(c, ast.Constant) and c.value == teller.dialect.user for c in sides)


def foreign_list(teller: Teller, fates: Fates) -> bool:
    """Whether blocks of other vocabularies stand in the list: events for a screen, a store of the project's own."""
    known = {k.name for k in teller.dialect.kinds} | set(teller.dialect.input_kinds)
    for part in fates.parts:
        for option in options(part.value):
            if isinstance(option.value, Record):
                declared = option.value.get("type")
                if isinstance(declared, Const) and declared.value not in known:
                    return True
    return not any(has_text(teller, f) for f in (fates,)) and fates.lost("thinking")


def for_any_role(teller: Teller, fates: Fates) -> bool:
    """Whether results stand in the list as well: a converter of parts that may serve user messages only."""
    return any(
        isinstance(o.value, Record) and teller.judge.kind_of(o.value) == teller.dialect.result
        for part in fates.parts
        for o in options(part.value)
    )


def has_text(teller: Teller, fates: Fates) -> bool:
    """Whether text goes along with the calls: calls alone may be taken out to be run."""
    return not fates.lost(teller.dialect.text)


def into_response(teller: Teller, block: BlockSink, scope: Scope) -> bool:
    """Whether the list is the content of a whole response, or of an event that tells of one."""
    names = {block.where.scope.name}
    for place, mutations in block.where.scope.mutations.items():
        if any(block.literal.node in ast.walk(a) for m in mutations for a in m.args):
            names.add(place)
    for literal in scope.literals:
        if teller.sinks.is_response(literal, fields_of(literal.node)):
            for value in ast.walk(literal.node):
                if isinstance(value, ast.Name) and value.id in names:
                    return True
                if value is block.literal.node:
                    return True
    return told_as_events(teller, names, scope)


def told_as_events(teller: Teller, names: set[str], scope: Scope) -> bool:
    """Whether a list is given to what makes the events of a stream: it is on its way to a client, as a response."""
    events = teller.dialect.events
    if events is None or events.start not in teller.index.strings:
        return False
    return any(
        call.where.scope is scope and any(isinstance(a, ast.Name) and a.id in names for a in call.node.args)
        for literal in starts(teller, events)
        for call in teller.sinks.sites(literal.where.scope)
    )


def signed(teller: Teller, alternatives: list[Fates]) -> bool:
    """Whether blocks of deliberation alone carry a received signature: nothing else says that they are for the wire."""
    for fates in alternatives:
        for kind in teller.dialect.deliberation:
            for carried in fates.by_kind.get(kind, ()):
                if isinstance(carried.value, Record):
                    value = carried.value.get(teller.dialect.signature) or carried.value.get("data")
                    if value is not None and any(not isinstance(o.value, Const) for o in options(value)):
                        return True
    return False


def record_nodes(alternatives: list[Fates]) -> set[int]:
    out = set()
    for fates in alternatives:
        for part in fates.parts:
            for option in options(part.value):
                if isinstance(option.value, Record) and option.value.node is not None:
                    out.add(id(option.value.node))
    return out


def container(teller: Teller, node: ast.AST, where: Where, depth: int = 0) -> tuple[Value, Scope] | None:
    """The list that a block is put into, as it stands at the end of the function; a lone block where it is returned."""
    index = teller.index
    parent = index.parent(node)
    while isinstance(parent, (ast.IfExp, ast.Starred, ast.Await, ast.NamedExpr)):
        node, parent = parent, index.parent(parent)
    scope = where.scope
    end = teller.prov.env_end(scope)
    if isinstance(parent, ast.Tuple) and isinstance(index.parent(parent), ast.Return):
        found = unpacked(teller, parent.elts.index(node), scope)  # type: ignore[arg-type]
        if found is not None:
            return found
    if isinstance(parent, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp, ast.BinOp)) and depth < 6:
        return container(teller, parent, where, depth + 1) or (
            teller.prov.eval(parent, teller.prov.env_at(where)),
            scope,
        )
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        for place, mutations in scope.mutations.items():
            if any(m.node is parent for m in mutations):
                return place_list(teller, place, scope, parent)
        return None
    if isinstance(parent, ast.AugAssign) and isinstance(parent.target, ast.Name):
        return place_list(teller, parent.target.id, scope, parent)
    name = teller.sinks.bound_to(node)
    if name is not None:
        return through_name(teller, name, node, scope)
    if isinstance(parent, (ast.Return, ast.Lambda)) or (scope.kind == "lambda" and scope.node is parent):
        return returned(teller, scope, depth)
    if isinstance(parent, (ast.Yield, ast.YieldFrom)):
        return teller.prov.call_scope(scope, None, {}, None, end, None), scope
    return None


def unpacked(teller: Teller, number: int, scope: Scope) -> tuple[Value, Scope] | None:
    """``block, ident = as_block(call)``: the list that takes one of several things that a function returns."""
    for call in teller.sinks.sites(scope):
        taken = teller.index.parent(call.node)
        target = taken.targets[0] if isinstance(taken, ast.Assign) else None
        if isinstance(target, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in target.elts):
            name = target.elts[number] if number < len(target.elts) else None
            if isinstance(name, ast.Name):
                return through_name(teller, name.id, call.node, call.where.scope)
    return None


def place_list(teller: Teller, place: str, scope: Scope, node: ast.AST) -> tuple[Value, Scope] | None:
    if place not in scope.bindings or place in scope.params:
        return None
    return teller.prov.place_value(place, node, teller.prov.env_end(scope)), scope


def through_name(teller: Teller, name: str, node: ast.AST, scope: Scope) -> tuple[Value, Scope] | None:
    """A block that is first given a name: where the name is appended, returned, or the list itself."""
    for place, mutations in scope.mutations.items():
        for mutation in mutations:
            if (
                place != name
                and mutation.op in ("append", "insert", "extend", "iadd")
                and any(isinstance(a, ast.Name) and a.id == name for a in mutation.args)
            ):
                return place_list(teller, place, scope, mutation.node)
    if isinstance(node, (ast.List, ast.ListComp, ast.GeneratorExp, ast.Tuple, ast.BinOp)):
        return place_list(teller, name, scope, node)
    if any(isinstance(e.value, ast.Name) and e.value.id == name for e in scope.returns):
        return returned(teller, scope, 0)
    return None


def returned(teller: Teller, scope: Scope, depth: int) -> tuple[Value, Scope] | None:
    """What a block converter returns: one block of several kinds; its calls in the file say which list takes it."""
    if depth < 2:
        for call in teller.sinks.sites(scope):
            found = container(teller, call.node, call.where, depth + 1)
            if found is not None:
                return found
    value = teller.prov.call_scope(scope, None, {}, None, teller.prov.env_end(teller.index.module), None)
    kept = [o for o in options(value) if not (isinstance(o.value, Const) and o.value.value is None)]
    if any(isinstance(o.value, Listing) for o in kept):
        return (kept[0].value if len(kept) == 1 else Alt(tuple(kept)), scope)
    return Listing(tuple(Part(o.value, o.conds) for o in kept)), scope
