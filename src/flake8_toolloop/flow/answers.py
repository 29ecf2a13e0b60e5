"""How calls are answered: one picked out of many, a message for each result."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import facts, shown
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import (
    Binding,
    Frame,
    Scope,
    Where,
    chain_of,
    dotted,
    exclusive,
    place_of,
)
from flake8_toolloop.flow.joined import joined_out_of_sight, merged
from flake8_toolloop.flow.positions import one_position
from flake8_toolloop.flow.sinks import BlockSink, Instance, MessageSink, fields_of
from flake8_toolloop.flow.story import Answered, Evidence, LoneCall, Replayed
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Const, Made, Part, Record, Value, atoms, options, with_pick

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

TAKING_OFF = frozenset({"pop", "popleft", "remove", "del", "clear", "slice"})
"""What a list loses elements by."""
HELPERS = 3
"""How many helpers, one calling the next, may stand between a loop and the message that is made for each turn of it."""
CALL_LISTS = frozenset({"tool_calls", "tool_uses", "calls", "function_calls", "tool_use_blocks"})


def tell(teller: Teller) -> None:
    """State every result block, with what its id says and how its message is sent."""
    results = [
        b for b in teller.block_sinks if b.kind == teller.dialect.result and teller.dialect.result_id in b.fields
    ]
    for sink in results:
        event = Answered(
            span=teller.spans.of(sink.literal.node),
            dialect=teller.dialect,
            evidence=Evidence(Confidence.CERTAIN),
            result_node=sink.literal.node,
        )
        teller.within_budget(sink.literal.node, lambda s=sink, e=event: picked(teller, s, e, results))  # type: ignore[misc]
        if event.picked is None:
            teller.within_budget(sink.literal.node, lambda s=sink, e=event: cut_off(teller, s, e, results))  # type: ignore[misc]
        teller.story.answers.append(event)
    for replay in teller.story.replays:
        if replay.content_node is not None:
            teller.within_budget(replay.content_node, lambda r=replay: first_kept(teller, r))  # type: ignore[misc]
    if in_tests(teller.path) or not teller.dialect.one_message:
        return  # histories made up for a test
    for message in teller.message_sinks:
        if message.role in (None, teller.dialect.user):
            teller.within_budget(message.content, lambda m=message: split(teller, m))  # type: ignore[misc]


def first_kept(teller: Teller, replay: Replayed) -> None:
    """A turn cut to its first call: the calls' branch is left where a variable that it sets is set already."""
    if replay.only_shown or replay.constant:
        return
    for fates in replay.alternatives:
        for carried in fates.by_kind.get(teller.dialect.call, ()):
            if not any(carried.of(t) for t in fates.turns if t.certain):
                continue
            for cond in carried.part.conds:
                test = cond.test
                if isinstance(test, ast.expr) and set_in_loop(test, cond):
                    answer = Answered(teller.spans.of(test), teller.dialect, Evidence(Confidence.LIKELY))
                    answer.picked, answer.picked_node = teller.spans.of(test), test
                    teller.story.answers.append(answer)
                    return


def set_in_loop(test: ast.expr, cond: Cond) -> bool:
    """``if found is not None: continue`` where the loop's own branch for calls sets ``found`` later."""
    name = test.left if isinstance(test, ast.Compare) else test.operand if isinstance(test, ast.UnaryOp) else test
    if not isinstance(name, ast.Name):
        return False
    unset = (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is)) or isinstance(test, ast.UnaryOp)
    if cond.holds is not unset:
        return False
    loops = [f for f in chain_of(cond.env.frame) if f.kind == "for"]
    return any(
        b.kind == "assign"
        and b.where.order > 0
        and loops
        and any(f is loops[-1] for f in chain_of(b.where.frame))
        and getattr(b.value, "lineno", 0) > test.lineno
        for b in cond.env.scope.bindings.get(name.id, ())
    )


def picked(teller: Teller, sink: BlockSink, event: Answered, results: list[BlockSink]) -> None:
    """Whether the result's id belongs to one call taken out of several."""
    for up in range(HELPERS):
        for instance in teller.sinks.instances(sink.where, up=up):
            value = teller.prov.eval(sink.fields[teller.dialect.result_id], instance.env)
            for option in options(value):
                atom = option.value
                if isinstance(atom, Atom) and atom.root.kind == "attr":
                    atom = kept_call(teller, sink.scope, atom) or atom
                if (
                    isinstance(atom, Atom)
                    and atom.taken
                    and atom.pick is not None
                    and is_call_list(teller, atom, option.conds)
                ):
                    if (
                        in_loop_over(instance, atom)
                        or consumed(teller, atom.pick, sink)
                        or rest_used(teller, atom.pick)
                        or of_stored_result(teller, sink, instance, atom)
                    ):
                        continue
                    event.picked = teller.spans.of(atom.pick)
                    event.picked_node = atom.pick
                    event.serial = serial(teller)
                    event.single_guarded = single_guard(instance.frames, scopes_of(teller, sink, instance))
                    event.others_answered = others_answered(teller, sink, results) or others_left_out(teller, sink)
                    return


def cut_off(teller: Teller, sink: BlockSink, event: Answered, results: list[BlockSink]) -> None:
    """Whether the results go over the first few calls only: ``calls[:3]``, ``islice(calls, 3)``."""
    for up in (0, 1):
        for instance in teller.sinks.instances(sink.where, up=up):
            ident = teller.prov.eval(sink.fields[teller.dialect.result_id], instance.env)
            places = [sink.where, *(w for s in instance.sites if (w := teller.index.where.get(id(s))) is not None)]
            loops = [(f, w) for w in places for f in chain_of(w.frame) if f.kind in ("for", "comp")]
            for frame, where in loops:
                node = few_of(teller, frame, where, ident) if frame.branch == "body" else None
                if node is None:
                    continue
                event.picked, event.picked_node = teller.spans.of(node), node
                event.serial = serial(teller)
                event.others_answered = others_answered(teller, sink, results)
                return


def few_of(teller: Teller, frame: Frame, where: Where, ident: Value) -> ast.AST | None:
    """The slice that takes the first few of the calls that a loop answers."""
    env = teller.prov.env_at(where).at(frame.parent, where.order)
    source = teller.prov.eval(frame.node.iter, env)  # type: ignore[attr-defined]
    for option in options(source):
        cut = option.value
        if not isinstance(cut, Made) or cut.op != "slice" or cut.node is None or not from_front(cut.node):
            continue
        for part in teller.prov.parts(cut.base):
            call = part.value
            mine = isinstance(call, Atom) and any(a.key == call.step("id").key for a in atoms(ident))
            if isinstance(call, Atom) and mine and is_call_list(teller, with_pick(call, cut.node), part.conds):  # type: ignore[arg-type]
                return cut.node
    return None


def from_front(node: ast.AST) -> bool:
    """``calls[:n]`` and ``islice(calls, n)``: the rest is left out, rather than taken at another place."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return node.slice.lower is None and node.slice.upper is not None
    return isinstance(node, ast.Call) and len(node.args) == 2


def scopes_of(teller: Teller, sink: BlockSink, instance: Instance) -> list[Scope]:
    """The functions on the way to a result: its own, and those that call it."""
    return [sink.scope, *(w.scope for s in instance.sites if (w := teller.index.where.get(id(s))) is not None)]


def serial(teller: Teller) -> bool:
    """Whether a request of the file switches parallel calls off."""
    name, wanted = teller.dialect.serial, teller.dialect.serial_value
    given = [fields_of(literal.node).get(name) for literal in teller.index.literals]
    for calls in teller.index.calls_by_name.values():
        given += [k.value for call in calls for k in call.node.keywords if k.arg == name]
    return any(isinstance(value, ast.Constant) and value.value is wanted for value in given)


def of_stored_result(teller: Teller, sink: BlockSink, instance: Instance, atom: Atom) -> bool:
    """Whether the call hangs on a stored message that is itself the result: no turn is made of it on that path."""
    return of_loop_variable(instance, atom.pick) and not any(
        m.scope is sink.scope and m.role == teller.dialect.assistant and not exclusive(m.where.frame, sink.where.frame)
        for m in teller.message_sinks
    )


def of_loop_variable(instance: Instance, pick: ast.AST | None) -> bool:
    """``m.calls[0]`` in a loop over ``m``: another call each time."""
    place = place_of(pick.value) if isinstance(pick, ast.Subscript) else None
    if place is None or "." not in place:
        return False
    targets = [getattr(f.node, "target", None) for f in instance.frames if f.kind in ("for", "comp")]
    return any(isinstance(t, ast.Name) and t.id == place.split(".")[0] for t in targets)


def kept_call(teller: Teller, scope: Scope, atom: Atom) -> Atom | None:
    """The call that ``self.call.id`` is the id of, or that ``self.call_id`` was taken from.

    Only where one assignment alone gives the attribute a value: of the class, or of whoever holds the object.
    """
    if len(atom.path) > 1:
        return None
    found: list[tuple[Binding, Atom]] = []
    for method, binding in kept_at(teller, scope, atom.root.name):
        if isinstance(binding.value, ast.Constant) and not binding.value.value:
            continue
        value = teller.prov.binding_value(binding, teller.prov.env_end(method), binding.node or method.node)
        given = [o.value for o in options(value) if not (isinstance(o.value, Const) and not o.value.value)]
        if len(given) != 1 or not isinstance(given[0], Atom) or answered_there(binding):
            return None
        found.append((binding, given[0]))
    if len(found) != 1 or found[0][0].where.scope is scope or not found[0][1].taken:
        return None
    kept = found[0][1]
    if atom.path:
        return kept.step(atom.path[0])
    return kept if kept.path[kept.picked_at :] == ("id",) else None


def kept_at(teller: Teller, scope: Scope, name: str) -> Iterator[tuple[Scope, Binding]]:
    """The assignments of an attribute: those of the methods of its class, or all of that name to another object."""
    owner, _, attribute = name.rpartition(".")
    cls = scope.enclosing_class()
    if owner == "self" and cls is not None:
        for method in cls.children:
            method.complete()
            for binding in method.bindings.get(f"{method.self_name()}.{attribute}", ()):
                yield method, binding
    elif owner in teller.index.classes:
        for function in teller.index.functions:
            for place, bindings in function.bindings.items():
                if place.endswith(f".{attribute}"):
                    yield from ((function, binding) for binding in bindings)


def answered_there(binding: Binding) -> bool:
    """Whether the loop that keeps the call may answer it at once: it calls something of the object's."""
    loops = [f.node for f in chain_of(binding.where.frame) if f.kind == "for"]
    return bool(loops) and any(
        isinstance(n, ast.Call) and dotted(n.func).split(".")[0] == "self" for n in ast.walk(loops[-1])
    )


def is_call_list(teller: Teller, atom: Atom, conds: tuple[object, ...]) -> bool:
    owner = Atom(atom.root, atom.path[: atom.picked_at - 1], atom.node)
    if owner.path[-1:] and owner.path[-1] in CALL_LISTS:
        return True
    if teller.judge.is_unit(owner):
        return True
    part = Part(atom, tuple(conds))  # type: ignore[arg-type]
    return teller.judge.tested(owner, (part,))


def in_loop_over(instance: Instance, atom: Atom) -> bool:
    """Whether the answer stands in a loop whose turns take the calls one by one."""
    owner = atom.path[: atom.picked_at - 1]
    for source in instance.loops:
        for option in options(source):
            if isinstance(option.value, Atom) and option.value.root == atom.root and option.value.path == owner:
                return True
    return False


def consumed(teller: Teller, pick: ast.AST, sink: BlockSink) -> bool:
    """Whether the call is one that a loop takes off a queue or an iterator, looks up by its id or reads by index."""
    if isinstance(pick, ast.Subscript) and isinstance(pick.slice, ast.Name):
        return not one_position(pick.slice, sink.scope)
    if looked_up(pick, sink.scope):
        return True
    loops = [f.node for f in chain_of(sink.where.frame) if f.kind in ("while", "for") and f.branch == "body"]
    return takes_off(pick, sink.scope) and any(
        any(n is pick for n in ast.walk(loop)) and not requests_in(teller, loop) for loop in loops
    )


def takes_off(pick: ast.AST, scope: Scope) -> bool:
    """``calls.pop(0)``, ``next(waiting)``, or ``calls[0]`` of a list from which the function takes what it has read."""
    if isinstance(pick, ast.Call):
        if isinstance(pick.func, ast.Attribute):
            return pick.func.attr in ("pop", "popleft", "get_nowait")
        return dotted(pick.func) in ("next", "anext") and isinstance(pick.args[0], (ast.Name, ast.Attribute))
    place = place_of(pick.value) if isinstance(pick, ast.Subscript) else None
    return place is not None and any(m.op in TAKING_OFF for m in scope.mutations.get(place, ()))


def looked_up(pick: ast.AST, scope: Scope) -> bool:
    """Whether the call is searched for by its id: ``next(c for c in calls if c.id == answer.call_id)``."""
    source: ast.AST | None = None
    if isinstance(pick, ast.Call) and pick.args:
        source = pick.args[0]
    elif isinstance(pick, ast.Subscript):
        source = pick.value
    if isinstance(source, ast.Name):
        bindings = scope.bindings.get(source.id, [])
        source = bindings[-1].value if bindings else None
    if not isinstance(source, (ast.ListComp, ast.GeneratorExp)):
        return False
    tests = [n for g in source.generators for t in g.ifs for n in ast.walk(t) if isinstance(n, ast.Compare)]
    return any(
        (isinstance(n, ast.Attribute) and n.attr == "id") or (isinstance(n, ast.Constant) and n.value == "id")
        for test in tests
        for n in ast.walk(test)
    )


def requests_in(teller: Teller, loop: ast.AST) -> bool:
    """Whether a loop makes requests: it is the cycle, not a loop over calls."""
    inside = {id(n) for n in ast.walk(loop)}
    for calls in teller.index.calls_by_name.values():
        for call in calls:
            if id(call.node) in inside and teller.prov.requests.may_reach(call.where.scope):
                value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
                if isinstance(value, Atom) and value.root.kind == "model":
                    return True
    return False


def rest_used(teller: Teller, pick: ast.AST) -> bool:
    """``first, *rest = calls`` with ``rest`` read later: the others are not forgotten."""
    if isinstance(pick, ast.MatchAs):
        patterns = [n.patterns for n in ast.walk(teller.index.tree) if isinstance(n, ast.MatchSequence)]
        starred = [p.name for ps in patterns if pick in ps for p in ps if isinstance(p, ast.MatchStar) and p.name]
        return any(isinstance(n, ast.Name) and n.id in starred for n in ast.walk(teller.index.tree))
    if not isinstance(pick, ast.Assign):
        return False
    starred = [
        e.value.id
        for t in pick.targets
        for e in ast.walk(t)
        if isinstance(e, ast.Starred) and isinstance(e.value, ast.Name)
    ]
    if not starred:
        return False
    names = [n for n in ast.walk(teller.index.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    return any(n.id in starred for n in names)


def single_guard(frames: Iterable[Frame], scopes: Iterable[Scope]) -> bool:
    """``len(calls) == 1`` on the way, under a name or not, or an early exit where there are more."""
    named = {
        name: bindings[0].value
        for scope in scopes
        for name, bindings in scope.bindings.items()
        if len(bindings) == 1 and isinstance(bindings[0].value, (ast.Compare, ast.BoolOp))
    }
    for frame in frames:
        for asked, holds in frame.tests:
            test = named.get(asked.id) if isinstance(asked, ast.Name) else asked
            if isinstance(test, ast.AST) and any(says_one(node, holds) for node in ast.walk(test)):
                return True
    return False


def says_one(node: ast.AST, holds: bool) -> bool:
    """Whether a comparison of a length says that there is one, or, where it does not hold, that there are not more."""
    if not (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Call)
        and dotted(node.left.func) == "len"
        and isinstance(node.comparators[0], ast.Constant)
    ):
        return False
    number, op = node.comparators[0].value, node.ops[0]
    if holds:
        return isinstance(op, ast.Eq) and number == 1
    return (isinstance(op, (ast.Gt, ast.NotEq)) and number == 1) or (isinstance(op, ast.GtE) and number == 2)


def others_answered(teller: Teller, sink: BlockSink, results: list[BlockSink]) -> bool:
    """Whether another result of the function answers the remaining calls."""
    for other in results:
        if other is sink or other.scope is not sink.scope:
            continue
        if any(f.kind in ("for", "comp") for f in chain_of(other.where.frame)):
            value = teller.prov.eval(other.fields[teller.dialect.result_id], teller.prov.env_at(other.where))
            if not any(isinstance(o.value, Atom) and o.value.taken for o in options(value)):
                return True
    return False


def others_left_out(teller: Teller, sink: BlockSink) -> bool:
    """Whether the turn goes back with no other call: its blocks are compared with the one that is answered."""
    ident = place_of(sink.fields[teller.dialect.result_id])
    if ident is None:
        return False
    call = {ident, ident.removesuffix(".id")}
    turns = [
        m
        for m in teller.message_sinks
        if m.scope is sink.scope
        and m.role == teller.dialect.assistant
        and not exclusive(m.where.frame, sink.where.frame)
    ]
    return bool(turns) and all(keeps_only(teller, m, call) for m in turns)


def keeps_only(teller: Teller, message: MessageSink, call: set[str]) -> bool:
    """Whether all parts of a message that come from a turn are chosen by a comparison with one call."""
    value = teller.prov.eval(message.content, teller.prov.env_at(message.where))
    parts = [p for o in options(value) for p in teller.prov.parts(o.value) if p.loops]
    return bool(parts) and all(any(is_the_one(c, call) for c in p.conds) for p in parts)


def is_the_one(cond: Cond, call: set[str]) -> bool:
    """``b.id == call.id`` or ``b is call`` in a test that lets a block stay."""
    if not isinstance(cond.test, ast.expr) or any(isinstance(n, ast.Not) for n in ast.walk(cond.test)):
        return False
    same = (ast.Eq, ast.Is) if cond.holds else (ast.NotEq, ast.IsNot)
    return any(
        isinstance(n, ast.Compare) and isinstance(n.ops[0], same) and place_of(n.comparators[0]) in call
        for n in ast.walk(cond.test)
    )


# -- one message for each result ---------------------------------------------------------------------------------------
def split(teller: Teller, message: MessageSink) -> None:
    """Whether a user message with one result is made in a loop over calls or stored results."""
    for up in range(HELPERS + 1):
        for instance in teller.sinks.instances(message.where, up=up):
            result = single_result(teller, teller.content_value(message, instance))
            ident = result.get(teller.dialect.result_id) if result is not None else None
            if result is None or ident is None:
                continue
            frame = loop_of(teller, instance, ident)
            if frame is None:
                if up == 0 and one_at_a_time(teller, message, ident):
                    state_split(teller, message, result, Confidence.LIKELY)
                    lone_calls(teller, message)
                    return
                continue
            if kept_across(message, frame) or shown_elsewhere(teller, message):
                continue
            event = state_split(teller, message, result, Confidence.CERTAIN, site_in(teller, instance, frame))
            event.evidence.related = (
                Related("result", teller.spans.of(message.literal.node), "a message with one result is made here"),
            )
            event.loop_node = frame.node
            return


def state_split(
    teller: Teller, message: MessageSink, result: Record, confidence: Confidence, site: ast.AST | None = None
) -> Answered:
    """State a message with one result, at the call that makes it where there is one in the loop."""
    event = Answered(
        span=teller.spans.of(message.literal.node),
        dialect=teller.dialect,
        evidence=Evidence(confidence),
        result_node=result.node,
        message_node=message.literal.node,
        merged=merged(teller) or joined_out_of_sight(teller, message),
    )
    event.split = teller.spans.of(site or statement_of(message.literal.node, teller))
    event.split_node = message.literal.node
    teller.story.answers.append(event)
    return event


def kept_across(message: MessageSink, frame: Frame) -> bool:
    """Whether the content is a list that lives longer than one turn of the loop: results pile up in it."""
    if not isinstance(message.content, ast.Name) or not any(f is frame for f in chain_of(message.where.frame)):
        return False
    bindings = [b for b in message.scope.bindings.get(message.content.id, ()) if b.kind == "assign"]
    return any(not any(f is frame for f in chain_of(b.where.frame)) for b in bindings)


def lone_calls(teller: Teller, message: MessageSink) -> None:
    """The sibling of a method that takes one result: it makes an assistant message of the one block it is given."""
    for other in teller.message_sinks:
        if other.role != teller.dialect.assistant or other.scope.parent is not message.scope.parent:
            continue
        content = other.content
        if not (isinstance(content, ast.List) and len(content.elts) == 1 and isinstance(content.elts[0], ast.Name)):
            continue
        if content.elts[0].id in other.scope.params and not teller.sinks.sites(other.scope):
            span = teller.spans.of(content)
            if not any(c.span == span for c in teller.story.lone_calls):
                teller.story.lone_calls.append(LoneCall(span, teller.dialect, Evidence(Confidence.LIKELY)))


def one_at_a_time(teller: Teller, message: MessageSink, ident: Value) -> bool:
    """A method of a history that takes one result and appends one message: parallel calls cannot share one.

    Only where nobody in the file calls it (a caller in sight says whether there is a loop) and the history is the
    object's.
    """
    scope = message.scope
    if not scope.is_method or teller.sinks.sites(scope):
        return False
    place = teller.history_place(message)
    if place is None or not place[1].startswith(f"{scope.self_name()}.") or chain_of(message.where.frame):
        return False
    return any(a.root.kind == "param" and a.root.at == id(scope) and not a.path for a in atoms(ident))


def shown_elsewhere(teller: Teller, message: MessageSink) -> bool:
    """Whether the message goes into another list than the one that is sent, or straight to something that shows."""
    place = teller.history_place(message)
    if place is not None and shown.not_history(teller, *place):
        return True
    return facts.only_shown(teller, message) or teller.sinks.unused(message.scope)


def site_in(teller: Teller, instance: Instance, frame: Frame) -> ast.AST | None:
    """The call in the loop through which the message is made, where it is made by a helper."""
    for site in instance.sites:
        where = teller.index.where.get(id(site))
        if where is not None and any(f is frame for f in chain_of(where.frame)):
            return site
    return None


def statement_of(node: ast.AST, teller: Teller) -> ast.AST:
    """The append that takes the message, where there is one."""
    parent = teller.index.parent(node)
    if (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr in ("append", "add")
    ):
        return parent
    return node


def single_result(teller: Teller, value: Value) -> Record | None:
    """The one result of a content that holds just that one."""
    found = None
    for option in options(value):
        parts = teller.prov.parts(option.value)
        if not parts or any(p.loops for p in parts) or not one_of_them(parts):
            continue
        for inner in options(parts[0].value):
            record = inner.value
            if isinstance(record, Record) and (
                teller.judge.kind_of(record) == teller.dialect.result or record.has(teller.dialect.result_id)
            ):
                found = record
    return found


def one_of_them(parts: list[Part]) -> bool:
    """Whether at most one of several parts is ever there: each two stand in different branches of a test."""
    for number, part in enumerate(parts):
        sides = {id(c.test): c.holds for c in part.conds}
        for other in parts[number + 1 :]:
            if not any(sides.get(id(c.test), c.holds) is not c.holds for c in other.conds):
                return False
    return True


def loop_of(teller: Teller, instance: Instance, ident: Value) -> Frame | None:
    """The loop that gives the answered call, innermost first."""
    found = list(atoms(ident))
    indexed = [f for f in instance.frames if f.kind == "while" and f.branch == "body"]
    by_number = indexed and by_index(indexed[-1].node) and any(ELEMENT in a.path and not a.taken for a in found)
    if by_number and not requests_in(teller, indexed[-1].node):
        return indexed[-1]
    loops = [f for f in instance.frames if f.kind in ("for", "comp") and f.branch == "body"]
    for frame in reversed(loops):
        for source in instance.loops:
            for option in options(source):
                atom = option.value
                if not isinstance(atom, Atom):
                    continue
                element = (*atom.path, ELEMENT)
                if any(a.root == atom.root and a.path[: len(element)] == element and not a.taken for a in found):
                    return frame
    return None


def by_index(loop: ast.AST) -> bool:
    """Whether a ``while`` goes over a list by number: ``items[i]`` with an ``i`` that grows."""
    growing = {n.target.id for n in ast.walk(loop) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
    return any(
        isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Name) and n.slice.id in growing for n in ast.walk(loop)
    )
