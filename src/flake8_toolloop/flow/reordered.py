"""Turns whose blocks go back in another order, or beside another turn, than the one in which they came.

Signed blocks hold where they stood. Only what carries deliberation is looked at: where it is lost,
order does not matter.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow import pigeonholes
from flake8_toolloop.flow.fates import Carried, Fate, Fates
from flake8_toolloop.flow.flattened import answered_before, text_roots
from flake8_toolloop.flow.index import Frame, chain_of, exclusive
from flake8_toolloop.flow.story import Reordered, Replayed
from flake8_toolloop.flow.values import ELEMENT, Atom, Made, Part, Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

Pass = tuple[int, str]
"""One going through a turn: the loop, and the list that it fills."""
SORTING = frozenset({"sorted", "reversed", "sort", "reverse"})
_TAKES = frozenset({"append", "extend", "insert", "appendleft"})


def tell(teller: Teller) -> None:
    """Mark the replays that put a turn's blocks into another order."""
    for replay in teller.story.replays:
        node = replay.content_node or teller.index.tree
        teller.within_budget(node, lambda r=replay: mark(teller, r))  # type: ignore[misc]


def mark(teller: Teller, replay: Replayed) -> None:
    for fates in replay.alternatives:
        found = in_another_order(teller, replay, fates) or remembered(teller, fates)
        if found is not None:
            replay.reordered = found
            return
    if replay.assistant and any(pigeonholes.joined(teller, fates) for fates in replay.alternatives):
        whole = any(fates.whole and fates.turns for fates in replay.alternatives)
        replay.reordered = None if whole or replay.leftover else Reordered("regrouped")
        return
    replay.reordered = for_each_call(teller, replay) or after_results(teller, replay)


# -- the same turn, in another order -----------------------------------------------------------------------------------
def in_another_order(teller: Teller, replay: Replayed, fates: Fates) -> Reordered | None:
    """Whether deliberation and the rest of one turn are sorted, or come from different goings through it."""
    if not fates.turns or any(fates.fate(kind) < Fate.MADE for kind in teller.dialect.deliberation):
        return None
    for turn in fates.turns:
        signed = [c for kind in teller.dialect.deliberation for c in fates.by_kind[kind] if c.of(turn)]
        calls = [c for c in fates.by_kind[teller.dialect.call] if c.of(turn)]
        rest = [*calls, *(c for c in fates.by_kind[teller.dialect.text] if c.of(turn))]
        if not signed or not calls:
            continue
        if any(c.part.changed == "order" for c in signed):
            return Reordered("sorted") if not by_index(teller, replay) else None
        if any(c.part.changed == "front" and at_front(teller, c) for c in signed):
            return Reordered("front")
        passes = {pass_of(teller, c.part) for c in signed}
        for others in ({pass_of(teller, c.part) for c in rest}, {pass_of(teller, c.part) for c in calls}):
            if None not in passes | others and not passes & others:
                return Reordered("regrouped")
    return None


def by_index(teller: Teller, replay: Replayed) -> bool:
    """Whether the order is restored from numbers that the blocks came with."""
    made = sorting_of(teller, replay)
    return made is not None and any(
        isinstance(n, (ast.Attribute, ast.Constant)) and "index" in (getattr(n, "attr", ""), getattr(n, "value", ""))
        for n in ast.walk(made)
    )


def sorting_of(teller: Teller, replay: Replayed) -> ast.AST | None:
    """The call that sorts or reverses the content."""
    content, where = replay.content_node, replay.where
    if not isinstance(content, ast.expr) or where is None:
        return None
    todo: list[Value] = [teller.prov.eval(content, teller.prov.env_at(where))]
    while todo:
        for option in options(todo.pop()):
            value = option.value
            if isinstance(value, Made):
                if value.op in SORTING:
                    return value.node
                todo.append(value.base)
    return None


def at_front(teller: Teller, carried: Carried) -> bool:
    """``blocks.insert(0, b)``: an insertion at a number of the block's own is no fault."""
    call = teller.index.parent(carried.part.node) if carried.part.node is not None else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    first = call.args[0] if call.args else None
    return call.func.attr == "appendleft" or (isinstance(first, ast.Constant) and first.value == 0)


def pass_of(teller: Teller, part: Part) -> Pass | None:
    """The loop that a part comes from, with the list that takes it there; None where that is not in sight."""
    node = part.node
    place = ""
    while node is not None and not isinstance(node, ast.stmt):
        # Of ``made.append(b.to_dict())`` the list counts, and not the block.
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES:
            place = place or ast.dump(node.func.value)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            return id(node), place
        node = teller.index.parent(node)
    if isinstance(node, ast.AugAssign):
        place = ast.dump(node.target)
    where = teller.index.statements.get(id(node))
    loops = [f for f in chain_of(where.frame) if f.kind == "for" and f.branch == "body"] if where is not None else []
    return (id(loops[-1].node), place) if loops and place else None


# -- beside another turn -----------------------------------------------------------------------------------------------
def remembered(teller: Teller, fates: Fates) -> Reordered | None:
    """Whether the deliberation of the last response, kept on the object, is put before calls of another turn."""
    calls = [c for c in fates.by_kind[teller.dialect.call] if c.fate is Fate.MADE]
    if not calls:
        return None
    for part in fates.parts:
        for option in options(part.value):
            atom = option.value
            name = field_of(atom) if isinstance(atom, Atom) else None
            if not isinstance(atom, Atom) or name is None or chosen(part, name):
                continue
            if not any(same_source(c, atom) for c in calls) and keeps_deliberation(teller, atom, name):
                return Reordered("remembered", f"self.{name}")
    return None


def field_of(atom: Atom) -> str | None:
    """The field of the object whose elements an atom is: ``self.x[]``."""
    steps = (*atom.root.name.split(".")[1:], *atom.path) if atom.root.kind == "attr" else atom.path
    return steps[0] if steps[1:] == (ELEMENT,) and atom.root.kind in ("param", "attr") else None


def same_source(carried: Carried, atom: Atom) -> bool:
    """Whether calls are made from the same place of the object."""
    return any(
        isinstance(o.value, Atom) and o.value.root == atom.root and (*o.value.path, ELEMENT) == atom.path
        for loop in carried.part.loops
        for o in options(loop)
    )


def chosen(part: Part, name: str) -> bool:
    """Whether the code looks at the message before it puts the blocks there: it may know that they belong to it."""
    return any(
        not any(isinstance(n, ast.Attribute) and n.attr == name for n in ast.walk(cond.test))
        for cond in part.conds
        if isinstance(cond.test, ast.AST)
    )


def keeps_deliberation(teller: Teller, atom: Atom, name: str) -> bool:
    """Whether a method puts the deliberation of a response, and nothing else of it, into a list of the object."""
    cls = next((c for c in teller.index.classes.values() if id(c) == atom.root.at), None)
    if atom.root.kind == "param":
        scope = next((s for s in teller.index.functions if id(s) == atom.root.at), None)
        cls = scope.enclosing_class() if scope is not None and atom.root.name == scope.self_name() else None
    if cls is None:
        return False
    for method in cls.children:
        owner = method.self_name() if method.is_function else None
        for binding in method.bindings.get(f"{owner}.{name}", ()):
            if binding.kind != "assign" or binding.value is None or binding.path:
                continue
            value = teller.prov.eval(binding.value, teller.prov.env_at(binding.where))
            for fates in teller.judge.fates(value, (), ()):
                kept = any(fates.fate(k) >= Fate.COPIED for k in teller.dialect.deliberation)
                if kept and any(t.certain for t in fates.turns) and fates.lost(teller.dialect.call):
                    return True
    return False


# -- cut up, and late --------------------------------------------------------------------------------------------------
def for_each_call(teller: Teller, replay: Replayed) -> Reordered | None:
    """Whether a turn becomes a message per call, and each of them repeats its deliberation."""
    content, where = replay.content_node, replay.where
    if not isinstance(content, ast.expr) or where is None or replay.leftover or replay.sites:
        return None
    env = teller.prov.env_at(where)
    loops = [f for f in chain_of(where.frame) if f.kind == "for" and f.branch == "body"]
    sources = {a.key for f in loops for a in gone_through(teller, f, replay)}
    if not sources:
        return None
    for fates in teller.judge.fates(teller.prov.eval(content, env), (), ()):
        again = [t for t in fates.turns if t.source.key in sources]
        if not again or any(fates.fate(k, again[0]) < Fate.MADE for k in teller.dialect.deliberation):
            continue
        repeated = all(any(c.of(again[0]) for c in fates.by_kind[k]) for k in teller.dialect.deliberation)
        single = [p for p in fates.parts if not p.loops and of_turn(p.value, again[0].source)]
        if repeated and single:
            return Reordered("per call")
    return None


def gone_through(teller: Teller, frame: Frame, replay: Replayed) -> list[Atom]:
    """The turn whose blocks a loop goes through, one by one."""
    assert replay.where is not None
    loop = frame.node
    env = teller.prov.env_at(replay.where).at(frame.parent, replay.where.order)
    value = teller.prov.eval(loop.iter, env)  # type: ignore[attr-defined]
    found = [s for part in teller.prov.parts(value) for s in part.loops]
    return [o.value for s in found for o in options(s) if isinstance(o.value, Atom) and teller.judge.is_unit(o.value)]


def of_turn(value: Value, source: Atom) -> bool:
    """Whether a part is one block of the turn, or made of one."""
    values = [value]
    if isinstance(value, Record):
        values = [v for n in value.fields if (v := value.get(n)) is not None]
    return any(
        isinstance(o.value, Atom) and o.value.root == source.root and ELEMENT in o.value.path
        for v in values
        for o in options(v)
    )


def after_results(teller: Teller, replay: Replayed) -> Reordered | None:
    """Whether the words of a turn follow the results of its calls, while its replay before them has none."""
    if replay.place is None or replay.where is None or replay.leftover:
        return None
    roots = {r for fates in replay.alternatives for r in text_roots(teller, fates)}
    for root in roots:
        for other in teller.story.replays:
            if other is replay or other.place != replay.place or other.where is None:
                continue
            earlier = other.where.order < replay.where.order and not exclusive(other.where.frame, replay.where.frame)
            wordless = [
                f
                for f in other.alternatives
                if f.lost(teller.dialect.text) and any(t.source.root == root for t in f.turns) and calls_in(teller, f)
            ]
            if earlier and wordless and answered_before(teller, replay, root):
                return Reordered("late")
    return None


def calls_in(teller: Teller, fates: Fates) -> bool:
    return not fates.lost(teller.dialect.call)
