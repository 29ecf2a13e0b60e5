"""From a block of deliberation that is made again, changed or let fall to the block as it came."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.branches import named_fields, reads_by_key
from flake8_toolloop.fixes.missing import missing
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import is_plain
from flake8_toolloop.fixes.turns import of_other_make, read_replay, replay_target, with_readers
from flake8_toolloop.fixes.unsigned import made_unsigned, only_unsigned
from flake8_toolloop.flow.conditions import Judge
from flake8_toolloop.flow.fates import Fate
from flake8_toolloop.flow.index import CaseTest
from flake8_toolloop.flow.values import ELEMENT, Atom, Record, atoms, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.fixes.reach import Key, Reach
    from flake8_toolloop.fixes.turns import Replay
    from flake8_toolloop.flow.fates import Carried, Fates, Turn
    from flake8_toolloop.flow.index import Where
    from flake8_toolloop.flow.story import Deliberated, Replayed
    from flake8_toolloop.flow.values import Cond

_COPIES = frozenset(["model_copy", "copy", "replace", "evolve", "_replace"])
_COPYING = frozenset(["get", "items", "model_dump", "to_dict", "dict", "model_copy", "copy"])
_UNSIGNED_TOO = "the file also makes blocks without a signature (line {}), that may be edited: leave signed ones out"
_NO_BLOCK = "the block as it came is out of reach here, and with it its signature"


# TLP103 and TLP108: a replay that treats a kind of deliberation otherwise than the rest


def with_blocks(reach: Reach, event: Replayed, target: Target) -> Target:
    """The target with what can be done where the unit is out of reach: pass the block itself on, open the gate."""
    if isinstance(event.gate_node, ast.expr):
        target = replace(target, gate=event.gate_node)
    replay = read_replay(reach, event)
    if isinstance(replay, str) or target.branch is not None:
        return target
    if target.unit is not None and not _made_away(reach, replay):
        return target
    # As it is told through the callers, and as the function itself sees it.
    for fates in (*event.alternatives, *replay.alternatives):
        for sealed in _incomplete(reach, fates):
            block = _owner_text(reach, sealed, {t.source.key for t in fates.turns})
            if block is not None and isinstance(sealed.value.node, ast.expr):
                target = replace(target, content=None, made=sealed.value.node, block=block)
                return _with_readers(reach, event, target, sealed.value.node)
        found = _let_through(reach, fates, target)
        if found is not None:
            return _with_readers(reach, event, replace(found, content=None), found.made)
    return target


def _made_away(reach: Reach, replay: Replay) -> bool:
    """Whether a helper makes blocks one by one: there it is put right, or it would go on making them for others."""
    nodes = [
        o.value.node
        for fates in replay.alternatives
        for part in fates.parts
        for o in options(part.value)
        if isinstance(o.value, Record) and o.value.node is not None
    ]
    return any(reach.code.scope(node) is not reach.code.scope(replay.content) for node in nodes)


def _with_readers(reach: Reach, event: Replayed, target: Target, made: ast.AST | None) -> Target:
    """The target with the readers of the history, where a block comes in the place of one that was made."""
    objects = made is not None and any(isinstance(n, ast.Attribute) and _is_field(reach, n) for n in ast.walk(made))
    return with_readers(reach, event, target, objects=objects, changes=objects)


def _incomplete(reach: Reach, fates: Fates) -> Iterator[Carried]:
    """The sealed blocks that are made again without their data."""
    for kind in reach.teller.dialect.deliberation:
        yield from (c for c in fates.values(kind, Fate.INCOMPLETE) if isinstance(c.value, Record))


def _let_through(reach: Reach, fates: Fates, target: Target) -> Target | None:
    """The target with what lets the kind that has no way through take the way of the other one."""
    for turn in fates.turns:
        kinds = reach.teller.dialect.deliberation
        lost = next((k for k in kinds if fates.lost(k) or fates.lost(k, turn)), None)
        kept = next((k for k in kinds if fates.fate(k, turn) >= Fate.MADE), None)
        if lost is None or kept is None:
            continue
        for carried in fates.by_kind[kept]:
            test = _dividing(reach, fates, carried, kept, lost) if carried.of(turn) else None
            found = _with_test(reach, fates, carried, target, test) if test is not None else None
            if found is not None:
                return _stored(reach, turn, replace(found, other_kind=lost))
    return None


def _with_test(
    reach: Reach, fates: Fates, carried: Carried, target: Target, test: ast.expr | ast.pattern
) -> Target | None:
    """The target with a test to widen, and the block to pass on where it is made again."""
    if not isinstance(carried.value, Record):
        return replace(target, test=test)
    block = _owner_text(reach, carried, {t.source.key for t in fates.turns})
    made = carried.value.node
    if block is None or not isinstance(made, ast.expr) or _read_beside(reach, test, made, block):
        return None
    return replace(target, made=made, block=block, test=test)


def _stored(reach: Reach, turn: Turn, target: Target) -> Target:
    """The target for a turn that is not in sight: its blocks may be another provider's, whatever kind they say."""
    if turn.source.root.kind == "model" or target.made is None or target.block is None or target.test is None:
        return target
    if not reads_by_key(reach.code, target.made, target.block):
        return target
    table = reach.teller.dialect.kind(target.other_kind)
    fields = tuple(f for f in table.fields if f != "type") if table is not None else ()
    named = named_fields(reach.code, target.made, target.block, target.test, target.other_kind, fields)
    if not isinstance(named, str):
        named = replace(named, unsafe=("stored blocks may come from another provider", *named.unsafe))
    return replace(target, named=named)


def _dividing(reach: Reach, fates: Fates, carried: Carried, kept: str, lost: str) -> ast.expr | ast.pattern | None:
    """The test that one kind passes and the other does not."""
    elements = frozenset((t.source.root, (*t.source.path, ELEMENT)) for t in fates.turns)
    passing = Judge(reach.prov, reach.teller.dialect, kept, elements)
    failing = Judge(reach.prov, reach.teller.dialect, lost, elements)
    for cond in carried.part.conds:
        if cond.holds and failing.cond(cond) is False and passing.cond(cond) is not False:
            return _innermost(cond, passing, failing)
    return None


def _innermost(cond: Cond, passing: Judge, failing: Judge) -> ast.expr | ast.pattern | None:
    test = cond.test
    if isinstance(test, CaseTest):
        return test.pattern if isinstance(test.pattern, ast.MatchValue) else None
    while isinstance(test, ast.BoolOp):
        divided = [
            v for v in test.values if failing.test(v, cond.env) is False and passing.test(v, cond.env) is not False
        ]
        if len(divided) != 1:
            return None
        test = divided[0]
    return test


def _read_beside(reach: Reach, test: ast.AST, made: ast.expr, block: str) -> bool:
    """Whether the branch also reads a field that the other kind does not have."""
    branch = next((a for a in reach.code.ancestors(test) if isinstance(a, (ast.If, ast.match_case))), None)
    if branch is None or not reach.code.within(made, branch):
        return False
    return any(
        isinstance(node, (ast.Attribute, ast.Subscript))
        and reach.code.text(node.value) == block
        and not reach.code.within(node, made)
        for statement in branch.body
        for node in ast.walk(statement)
    )


def _owner_text(reach: Reach, carried: Carried, turns: set[Key]) -> str | None:
    value = carried.value
    return _text_of_block(reach, value, turns) if isinstance(value, Record) else None


def _text_of_block(reach: Reach, record: Record, turns: set[Key]) -> str | None:
    """The text of the received block that a record is made of, where it is one block of a turn in sight."""
    elements = {(root, (*path, ELEMENT)) for root, path in turns}
    owners = {key for key in _owners(reach, record) if key in elements}
    node = record.node
    where = reach.where(node) if node is not None else None
    if len(owners) != 1 or where is None or node is None or of_other_make(reach, record, frozenset(turns)):
        return None
    for inner in ast.walk(node):
        owner = _owner_node(reach, inner)
        if owner is not None and is_plain(owner):
            return reach.code.text(owner)
    return next((f.text for f in reach.texts(frozenset(owners), where)), None)


def _owner_node(reach: Reach, node: ast.AST) -> ast.expr | None:
    """What a field of deliberation is read from, or what is copied."""
    if isinstance(node, (ast.Attribute, ast.Subscript)) and _is_field(reach, node):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _COPYING:
        return node.func.value
    return None


def _is_field(reach: Reach, node: ast.Attribute | ast.Subscript) -> bool:
    kinds = [k for k in reach.teller.dialect.kinds if k.deliberation]
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node.slice, "value", None)
    return any(name in kind.fields for kind in kinds)


def _owners(reach: Reach, record: Record) -> Iterator[Key]:
    """The blocks that the fields of a record are read from."""
    yield from (spread.key for spread in record.spreads if isinstance(spread, Atom))
    fields = {f for k in reach.teller.dialect.kinds if k.deliberation for f in k.fields} - {"type"}
    if set(record.fields) == {"type"}:
        fields = {"type"}  # of a kind that the code does not know, nothing else is kept
    for name in record.fields:
        value = record.get(name)
        for atom in atoms(value) if value is not None else ():
            if atom.path and atom.path[-1] in fields:
                yield atom.root, atom.path[:-1]


# TLP302 and TLP303: one block


def deliberated_target(reach: Reach, event: Deliberated) -> Target:
    """What the planner needs to send one block as it came."""
    target = replay_target(reach, event.replay) if event.replay is not None else Target(reach.code)
    if event.edited is None:
        return _unsigned_target(reach, event, target)
    if event.replay is None:
        target = replace(target, shown="whoever reads it")
    node = event.edit_node
    unsigned = made_unsigned(reach.code, event.kind, event.dialect.signature)
    if unsigned is not None and isinstance(node, (ast.expr, ast.stmt)) and target.content is None:
        narrowed = only_unsigned(reach.code, node, event.dialect.signature)
        reason = narrowed or _UNSIGNED_TOO.format(unsigned.lineno)
        return replace(target, edit=node, narrowed=reason)
    if not isinstance(node, (ast.expr, ast.stmt)) or (target.unit is not None and _loses_more(event)):
        return target  # without the edit the turn would still not be whole
    copy = _copied(reach, node)
    if copy is not None:
        return replace(target, edit=copy[0], original=copy[1])
    value = node if isinstance(node, ast.expr) else getattr(node, "value", None)
    where = reach.where(node)
    if value is None or where is None:
        return target
    key, original = _original(reach, value, where)
    if _written_back(reach, node, key, where):
        return replace(target, edit=node, superfluous=True)
    if original is not None:
        return replace(target, edit=node, original=original)
    text = next((f.text for f in reach.texts(frozenset([key]), where)), None) if key is not None else None
    if text is None or isinstance(node, ast.stmt):
        return replace(target, edit=node)
    return replace(target, edit=node, original_text=text)


def _loses_more(event: Deliberated) -> bool:
    replay = event.replay
    return replay is not None and any(f.lost(k) for f in replay.alternatives for k in event.dialect.deliberation)


def _written_back(reach: Reach, node: ast.AST, key: Key | None, where: Where) -> bool:
    """Whether a statement writes a field of a block into the block itself, or into a copy of it."""
    if key is None or not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    target = node.targets[0]
    if not isinstance(target, (ast.Attribute, ast.Subscript)):
        return False
    return reach.keys(target.value, where) == frozenset([(key[0], key[1][:-1])])


def _original(reach: Reach, value: ast.expr, where: Where) -> tuple[Key | None, ast.expr | None]:
    """The field as it came: its key, and the expression for it inside the edit."""
    fields = {f for k in reach.teller.dialect.kinds if k.deliberation for f in k.fields}
    found = [a for a in atoms(reach.value(value, where)) if a.path[-1:] and a.path[-1] in fields]
    if len({a.key for a in found}) != 1:
        return None, None
    key = found[0].key
    for inner in ast.walk(value):
        if not isinstance(inner, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) or inner is value:
            continue
        if not _bound_inside(inner, value) and reach.keys(inner, where) == frozenset([key]):
            return key, inner
    return key, None


def _bound_inside(node: ast.expr, outer: ast.expr) -> bool:
    """Whether a name of the node is bound by a comprehension or lambda inside the edit."""
    bound = {n.id for n in ast.walk(outer) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {a.arg for a in ast.walk(outer) if isinstance(a, ast.arg)}
    return any(isinstance(n, ast.Name) and n.id in bound for n in ast.walk(node))


def _copied(reach: Reach, node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """The copy that holds an edited field and nothing else new, with the block that it copies."""
    for outer in (node, *reach.code.ancestors(node)):
        if isinstance(outer, ast.stmt):
            return None
        if isinstance(outer, ast.Dict) and None in outer.keys:
            spread = outer.values[outer.keys.index(None)]
            return (outer, spread) if len(outer.keys) == 2 and outer is not node else None
        if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.BitOr) and isinstance(outer.right, ast.Dict):
            return (outer, outer.left) if len(outer.right.keys) == 1 else None
        if isinstance(outer, ast.Call) and outer is not node:
            return _copying_call(reach, outer, node)
    return None


def _copying_call(reach: Reach, call: ast.Call, node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in _COPIES or len(call.keywords) != 1 or not reach.code.within(node, call.keywords[0].value):
        return None
    update = call.keywords[0].value
    if isinstance(update, ast.Dict) and len(update.keys) != 1:
        return None
    if len(call.args) == 1:
        return call, call.args[0]
    return (call, call.func.value) if not call.args and isinstance(call.func, ast.Attribute) else None


def _unsigned_target(reach: Reach, event: Deliberated, target: Target) -> Target:
    if event.replay is None:
        return target
    replay = read_replay(reach, event.replay)
    if target.unit is not None and not isinstance(replay, str) and not _made_away(reach, replay):
        return target
    for fates in event.replay.alternatives:
        for record in _records(event, fates):
            block = _text_of_block(reach, record, {t.source.key for t in fates.turns})
            if block is not None and isinstance(event.node, ast.expr):
                target = replace(target, content=None, made=event.node, block=block)
                return _with_readers(reach, event.replay, target, event.node)
    if target.unit is not None:
        return target
    return replace(target, unreachable=missing(reach, _only(event)) or _NO_BLOCK)


def _records(event: Deliberated, fates: Fates) -> Iterator[Record]:
    for part in fates.parts:
        for option in options(part.value):
            if isinstance(option.value, Record) and option.value.node is event.node:
                yield option.value


def _only(event: Deliberated) -> Iterable[Fates]:
    return event.replay.alternatives if event.replay is not None else ()
