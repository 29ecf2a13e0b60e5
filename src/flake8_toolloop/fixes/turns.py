"""From a damaged replay to the unit that has to go back in its place, or to what is missing for that."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.answered import result_contents
from flake8_toolloop.fixes.belonging import Belonging, is_constant
from flake8_toolloop.fixes.branches import own_branch
from flake8_toolloop.fixes.follow import following
from flake8_toolloop.fixes.missing import carrier_of, fields, missing
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import requests_of, root_name
from flake8_toolloop.fixes.readers import Readers, readers_of
from flake8_toolloop.fixes.stored import plain_elsewhere
from flake8_toolloop.fixes.unit import NAMELESS, gone_through_by, unit
from flake8_toolloop.flow.fates import Fate
from flake8_toolloop.flow.flattened import answered_after, answers, roots_of, text_roots
from flake8_toolloop.flow.index import beyond, chain_of, exclusive
from flake8_toolloop.flow.values import ELEMENT, Atom, Func, Record, atoms, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.reach import Key, Reach
    from flake8_toolloop.flow.fates import Fates
    from flake8_toolloop.flow.index import Where
    from flake8_toolloop.flow.story import Replayed
    from flake8_toolloop.flow.values import Root, Value

_CONDITIONAL = frozenset(["if", "match", "after", "except", "for", "while"])
_ELSEWHERE = "the message also holds what does not come from the turn (line {})"


@dataclass(frozen=True)
class Replay:
    """A replay at the place where its content would be edited."""

    event: Replayed
    content: ast.expr
    where: Where
    alternatives: list[Fates]
    keys: frozenset[Key]
    """The turns that the content is made of."""


def replay_target(reach: Reach, event: Replayed) -> Target:
    """What the planner needs to replay the unit."""
    target = Target(reach.code)
    replay = read_replay(reach, event)
    if isinstance(replay, str):
        return replace(target, unreachable=replay)
    target = replace(target, content=replay.content)
    problem = _partial(replay) or _chosen(replay) or _unanswered(reach, replay) or elsewhere(replay)
    problem = problem or _one_call(replay) or other_words(reach, replay)
    if problem:
        return replace(target, unreachable=problem)
    found = _unit_and_loop(reach, replay)
    if isinstance(found, str):
        return replace(target, unreachable=found)
    text, objects, loop = found
    branch = own_branch(reach, replay, part=_in_part(replay))
    if branch is not None:
        return replace(target, branch=branch, converts=True)
    appends = other_appends(reach, replay, loop)
    if isinstance(appends, str):
        return replace(target, unreachable=appends)
    changes = objects and not _objects_now(replay)
    certain = all(turn.certain for fates in replay.alternatives for turn in fates.turns)
    doubts = [f"it takes {text} for blocks of the SDK"] if changes and not certain else []
    asked = loop is not None and _asked_between(reach, replay, loop)
    if isinstance(asked, str):
        return replace(target, unreachable=asked)
    if asked:
        doubts.append("the loop sends a request before all calls of the turn are answered")
    doubt = "; ".join(doubts) or None
    target = replace(target, unit=text, appends=appends, loop=loop, converts=not _objects_now(replay), doubt=doubt)
    return with_readers(reach, event, target, objects=objects, changes=changes)


def _unit_and_loop(reach: Reach, replay: Replay) -> tuple[str, bool, ast.For | ast.AsyncFor | None] | str:
    """The text of the unit, whether it holds objects, and the loop before which it goes back; or what is missing."""
    found = unit(reach, replay)
    if isinstance(found, str):
        return gone_through_by(reach, replay) or found
    loop = _repeating(reach, replay, found[0])
    return loop if isinstance(loop, str) else (*found, loop)


def _asked_between(reach: Reach, replay: Replay, loop: ast.For | ast.AsyncFor) -> bool | str:
    """Whether the loop sends requests itself; as a reason where they could not follow all results."""
    requests = list(requests_of(reach, replay.where.scope))
    sends = [reach.code.statement(content) for content in result_contents(reach, loop)]
    after = following(reach.code, loop, sends, requests)
    return f"{after}: the calls of a whole turn would be open then" if isinstance(after, str) else bool(after)


def with_readers(reach: Reach, event: Replayed, target: Target, *, objects: bool, changes: bool) -> Target:
    """The target with who reads the history; ``changes`` where objects come into it that were not there before."""
    readers = readers_of(reach, *event.place) if event.place is not None else Readers(escapes=True)
    if event.leftover and changes:  # what is stored stays plain data
        readers.dumped = "a message that is made elsewhere"
    shown = readers.shown and f"{readers.shown} reads the history and"
    if not shown and readers.escapes and changes:
        shown = "readers of the history that are out of sight"
    plain = None
    if changes and not readers.dumped:
        plain = readers.held or plain_elsewhere(reach.code, event.place[1] if event.place is not None else None)
    return replace(target, objects=objects, dumped=readers.dumped, plain=plain, shown=shown)


def read_replay(reach: Reach, event: Replayed) -> Replay | str:
    """The replay as its content's own function sees it; or why there is nothing to replace."""
    content = event.content_node
    if event.leftover:
        returned = taken(reach, event)
        if returned is None:
            return missing(reach, event.alternatives) or "the message is put together out of sight"
        content = returned
    elif isinstance(content, ast.Call):
        content = _made_by_helper(reach, event, content) or content
    where = reach.where(content) if content is not None else None
    if not isinstance(content, ast.expr) or where is None:
        return "the message is put together out of sight"
    alternatives = _alternatives(reach, event, content, where)
    keys = _keys(reach, alternatives)
    if not keys:
        return missing(reach, event.alternatives) or NAMELESS
    return Replay(event, content, where, alternatives, keys)


def _alternatives(reach: Reach, event: Replayed, content: ast.expr, where: Where) -> list[Fates]:
    """The fates as they are told, or, where they are told through callers, as the content's function sees them."""
    outermost = reach.teller.index.where.get(id(event.sites[0])) if event.sites else None
    if content is event.content_node and (outermost is None or outermost.scope is where.scope):
        return event.alternatives
    value = reach.value(content, where)
    for sink in reach.teller.message_sinks:
        if sink.literal.node is event.message_node and sink.content is content and sink.place:
            value = reach.teller.content_value(sink, reach.teller.sinks.instances(sink.where)[0])
    return reach.teller.judge.fates(value, (), ())


def _keys(reach: Reach, alternatives: list[Fates]) -> frozenset[Key]:
    """The turns that a content is made of; for a turn that went back as text, the unit of its response."""
    found = {turn.source.key for fates in alternatives for turn in fates.turns}
    if not found:
        unit = reach.teller.dialect.unit
        found = {(root, unit) for fates in alternatives for root in text_roots(reach.teller, fates)}
    return frozenset(found)


def taken(reach: Reach, event: Replayed) -> ast.expr | None:
    """The one expression that takes a leftover's list: what its function returns, or the name where it is handed on."""
    scope = event.where.scope if event.where is not None else None
    node = event.content_node
    if scope is None or node is None or scope.yields:
        return None
    blocks = _made_blocks(event)
    if len(scope.returns) == 1 and scope.returns[0].value is not None and _holds(reach, scope.returns[0].value, blocks):
        return scope.returns[0].value
    found = []
    for place, mutations in scope.mutations.items():
        loads = reach.code.names(node).loads.get(place, [])
        taken = [n for n in loads if not any(reach.code.within(n, m.node) for m in mutations)]
        if len(taken) == 1 and _holds(reach, taken[0], blocks):
            found.append(taken[0])
    return found[0] if len(found) == 1 else None


def _made_by_helper(reach: Reach, event: Replayed, content: ast.Call) -> ast.expr | None:
    """What a helper returns that makes the blocks for this one call: its only use is here, so it is put right there."""
    where = reach.where(content)
    callee = reach.value(content.func, where) if where is not None else None
    if not isinstance(callee, Func) or len(callee.scope.returns) != 1 or callee.scope.yields:
        return None
    value = callee.scope.returns[0].value
    blocks = _made_blocks(event)
    inside = {id(node) for node in ast.walk(callee.scope.node)}
    if value is None or not blocks or not blocks <= inside or len(reach.teller.sinks.sites(callee.scope)) != 1:
        return None
    return value if _holds(reach, value, blocks) else None


def _made_blocks(event: Replayed) -> set[int]:
    """The nodes of the blocks that are made for a replay, by id."""
    parts = [part for fates in event.alternatives for part in fates.parts]
    return {id(o.value.node) for p in parts for o in options(p.value) if isinstance(o.value, Record)}


def _holds(reach: Reach, value: ast.expr, blocks: set[int]) -> bool:
    """Whether a list has all of some made blocks."""
    where = reach.where(value)
    if where is None:
        return False
    parts = reach.prov.parts(reach.value(value, where))
    return blocks <= {id(o.value.node) for p in parts for o in options(p.value) if isinstance(o.value, Record)}


# What is in the message


def _partial(replay: Replay) -> str | None:
    """Whether the list holds deliberation only: the turn itself goes another way."""
    event = replay.event
    if event.leftover and all(fates.lost(event.dialect.call) for fates in replay.alternatives):
        return "only the deliberation is kept here, beside what is kept of the rest"
    return None


def _in_part(replay: Replay) -> bool:
    """Whether some of the deliberation goes back."""
    kinds = replay.event.dialect.deliberation
    return any(fates.by_kind.get(kind) for fates in replay.alternatives for kind in kinds)


def _chosen(replay: Replay) -> str | None:
    """Whether the code chooses between the whole turn and a part of it: the choice is the project's."""
    if any(f.whole and f.turns for f in replay.alternatives) and not all(f.whole for f in replay.alternatives):
        return "on another path the whole turn goes back: whether this one is still wanted is for you to say"
    return None


def _unanswered(reach: Reach, replay: Replay) -> str | None:
    """Whether a turn that goes back as text would go back with calls that nothing answers."""
    if not replay.event.flattened:
        return None
    roots = {root for root, _ in replay.keys}
    if not any(answered_after(reach.teller, replay.event, root) for root in roots):
        return "its calls get no result after this: what the model should be told about them is for you to say"
    if not any(_with_results(reach, replay, root) for root in roots):
        return "what came of its calls is sent as text: it would have to become results, tied to the calls by their ids"
    return None


def _one_call(replay: Replay) -> str | None:
    """Whether one call of the turn goes back, and is answered: the others of the whole turn would stay open."""
    for fates in replay.alternatives:
        calls = [c.value for c in fates.by_kind.get(replay.event.dialect.call, ()) if c.fate is not Fate.DROPPED]
        if calls and all(any(atom.taken for atom in _inside(call)) for call in calls):
            return "one call of the turn goes back here: all have to be answered before the whole turn can"
    return None


def _inside(value: Value) -> Iterator[Atom]:
    """The atoms of a block: those of its fields where it is made."""
    members = [v for name in fields(value) if (v := value.get(name)) is not None] if isinstance(value, Record) else []
    for each in members or [value]:
        yield from atoms(each)


def _with_results(reach: Reach, replay: Replay, root: Root) -> bool:
    """Whether results, and not text, are put into the same history after a replay."""
    assert replay.event.place is not None
    assert replay.event.where is not None
    scope, place = replay.event.place
    for mutation in scope.mutations.get(place, ()):
        if mutation.where.order <= replay.event.where.order:
            continue
        for argument in mutation.args:
            value = reach.value(argument, mutation.where)
            messages = [value] if isinstance(value, Record) else [part.value for part in reach.prov.parts(value)]
            contents = [m.get(reach.teller.dialect.unit[-1]) for m in messages if isinstance(m, Record)]
            if any(c is not None and (answers(reach.teller, c, root) or _opaque(c, root)) for c in contents):
                return True
    return False


def _opaque(content: Value, root: Root) -> bool:
    """Whether a content is what a function out of sight makes of the turn."""
    found = [o.value for o in options(content) if isinstance(o.value, Atom) and o.value.root.kind == "call"]
    return any(root in roots_of(value) for value in found)


def other_words(reach: Reach, replay: Replay) -> str | None:
    """Whether the turn is told in another vocabulary than the wire's: a class of the project's own, other fields."""
    doubtful = [turn for fates in replay.alternatives for turn in fates.turns if not turn.certain]
    if not doubtful:
        return None
    if any(ELEMENT in turn.source.path for turn in doubtful):
        return "the blocks come from a history of the code's own, and not from a response"
    for fates in replay.alternatives:
        for part in fates.parts:
            for option in options(part.value):
                if isinstance(option.value, Record) and (said := of_other_make(reach, option.value, replay.keys)):
                    return said
    return None


def of_other_make(reach: Reach, record: Record, keys: frozenset[Key]) -> str | None:
    """Whether a block is made from one of the project's own class, or one with other fields."""
    for root, path in keys:
        carrier = carrier_of(reach, Atom(root, path))
        if carrier is not None:
            return f"`{carrier}` is a class of your own: its blocks are no blocks of the API"
    return _renamed(reach, record, keys)


def _renamed(reach: Reach, record: Record, keys: frozenset[Key]) -> str | None:
    """The field of a made block that is read from a field of another name."""
    table = reach.teller.dialect.kind(reach.teller.judge.kind_of(record) or "")
    for name in table.fields if table is not None else ():
        value = record.get(name) if name != "type" else None
        for atom in atoms(value) if value is not None else ():
            for root, path in keys:
                inside = atom.root == root and atom.path[: len(path) + 1] == (*path, ELEMENT)
                if inside and len(atom.path) > len(path) + 1 and name not in atom.path[len(path) + 1 :]:
                    return f"`{name}` is read from `{atom.path[-1]}`: the blocks are no blocks of the API"
    return None


def elsewhere(replay: Replay) -> str | None:
    """Whether the message holds something that would be lost with the content: a part that is not the turn's."""
    belonging = Belonging(replay.keys)
    for fates in replay.alternatives:
        if all(is_constant(part.value) for part in fates.parts):
            continue  # what is sent where the turn has nothing to say
        for part in fates.parts:
            for option in options(part.value):
                if not belonging.part(option.value, part) and not (part.conds and is_constant(option.value)):
                    node = option.value.node or part.node
                    return _ELSEWHERE.format(getattr(node, "lineno", replay.content.lineno))
    return None


def _objects_now(replay: Replay) -> bool:
    """Whether the blocks that went back so far are the SDK's objects."""
    kinds = (replay.event.dialect.call, replay.event.dialect.text)
    carried = [fates.fate(kind) for fates in replay.alternatives for kind in kinds if not fates.lost(kind)]
    return bool(carried) and all(fate is Fate.SAME for fate in carried)


# What else takes part


def other_appends(reach: Reach, replay: Replay, loop: ast.For | ast.AsyncFor | None) -> tuple[ast.stmt, ...] | str:
    """The other statements that put parts of the same turn into the same history: they go with it.

    ``loop`` is the one that replays block by block, where there is one: all of its replays go.
    """
    event, own = replay.event, reach.code.statement(replay.content)
    where = reach.where(loop or own)
    frame = where.frame if where is not None else replay.where.frame
    belonging = Belonging(replay.keys)
    found: list[ast.stmt] = []
    for other in reach.teller.story.replays:
        if other is event or other.place is None or other.place != event.place or other.where is None:
            continue
        node = other.message_node or other.content_node
        if node is None or node is event.message_node or not _of_same_turn(other, belonging):
            continue
        statement = reach.code.statement(node)
        together = loop is not None and reach.code.within(statement, loop)
        if not together and (exclusive(other.where.frame, frame) or _handles(reach, statement, own)):
            continue
        again = read_replay(reach, other)
        alone = isinstance(again, str) or not elsewhere(again)
        if not alone or not isinstance(statement, (ast.Expr, ast.AugAssign)):
            return f"line {statement.lineno} sends another part of the turn"
        if not together and any(f.kind in _CONDITIONAL for f in beyond(frame, other.where.frame)):
            return f"line {statement.lineno} sends another part of the turn, also where this one is not sent"
        found.append(statement)
    return tuple(s for s in found if s is not own)


def _of_same_turn(other: Replayed, belonging: Belonging) -> bool:
    """Whether something in another message comes from the turn."""
    values = [o.value for fates in other.alternatives for part in fates.parts for o in options(part.value)]
    return any(belonging.touches(value) for value in values)


def _handles(reach: Reach, one: ast.stmt, other: ast.stmt) -> bool:
    """Whether one statement stands in a handler for what fails before or beside the other."""
    around = [*reach.code.ancestors(one)]
    inner = next((a for a in reach.code.ancestors(other) if isinstance(a, ast.Try) and a in around), None)
    if inner is None:
        return False
    sides = [next((h for h in inner.handlers if reach.code.within(statement, h)), None) for statement in (one, other)]
    return sides[0] is not sides[1]


def _repeating(reach: Reach, replay: Replay, text: str) -> ast.For | ast.AsyncFor | str | None:
    """The loop in which one turn would be sent again each time; as a reason where it is no loop to stand before."""
    name = root_name(ast.parse(text, mode="eval").body)
    bindings = replay.where.scope.bindings.get(name or "", [])
    reaching = reach.prov.reaching(bindings, reach.prov.env_at(replay.where))
    found: ast.AST | None = None
    for outer in reach.code.ancestors(replay.content):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            break
        if isinstance(outer, (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            if any(_is_in(b.where, outer) for b in reaching):
                break
            found = outer
    if found is None or isinstance(found, (ast.For, ast.AsyncFor)):
        return found
    return f"the turn would be sent again and again (line {getattr(found, 'lineno', 0)})"


def _is_in(where: Where, loop: ast.AST) -> bool:
    nodes = {id(loop), *(id(generator) for generator in getattr(loop, "generators", ()))}
    return any(id(frame.node) in nodes for frame in chain_of(where.frame))
