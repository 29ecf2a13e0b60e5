"""What stands between a turn and its results: text before them in their message, or a message before theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import joined, paths
from flake8_toolloop.flow.deliberation import in_tests
from flake8_toolloop.flow.index import Frame, Where, beyond, chain_of, dotted, exclusive, place_of
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Belated, Evidence
from flake8_toolloop.flow.usermessages import Content, contents, is_result
from flake8_toolloop.flow.values import Atom, Cond, Part, Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

NOTHING = frozenset({ast.dump(ast.Constant(0)), ast.dump(ast.List([], ast.Load()))})
LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def tell(teller: Teller) -> None:
    """State the messages whose results do not come first."""
    if in_tests(teller.path) or not teller.dialect.one_message:
        return  # test data; or each result is a message of its own
    found = contents(teller)
    for content in found:
        teller.within_budget(content.sink.content, lambda c=content: in_message(teller, c))  # type: ignore[misc]
    answering = {id(c.sink): c.sink for c in found if has_results(teller, c)}
    for sink in answering.values():
        teller.within_budget(sink.content, lambda s=sink: behind_message(teller, s, set(answering)))  # type: ignore[misc]


# -- in one message ----------------------------------------------------------------------------------------------------
def in_message(teller: Teller, content: Content) -> None:
    """State one message in which something else stands before a result."""
    for parts in content.alternatives(teller):
        ordered = arranged(teller, parts)
        for number, part in enumerate(ordered or ()):
            if not results_in(teller, part):
                continue
            for before in ordered[:number] if ordered else ():
                if other_in(teller, before) and together(teller, before, part):
                    state(teller, content, before, part)
                    return


def state(teller: Teller, content: Content, before: Part, result: Part) -> None:
    node = placed(teller, before) or teller.handed(content.sink.content, content.sink.scope, content.instance.sites)
    first = node_of(before)
    related = (Related("before", teller.spans.of(first), "this stands before the results"),) if first else ()
    doubtful = bool(before.conds or before.loops) and stored(teller, result)
    event = Belated(
        teller.spans.of(node),
        teller.dialect,
        Evidence(Confidence.POSSIBLE if doubtful else Confidence.CERTAIN, related),
        "text",
        node,
        content.sink.literal.node,
        (first,) if first is not None else (),
    )
    if not any(b.span == event.span for b in teller.story.belated):
        teller.story.belated.append(event)


def stored(teller: Teller, result: Part) -> bool:
    """Whether the results come from stored messages: whether these also hold text is then for the data to say."""
    received = any(t.certain for r in teller.story.replays for f in r.alternatives for t in f.turns)
    looped = [o.value for s in result.loops for o in options(s) if isinstance(o.value, Atom)]
    return not received and not any(a.root.kind == "model" or teller.judge.is_unit(a) for a in looped)


def arranged(teller: Teller, parts: list[Part]) -> list[Part] | None:
    """The parts in the order in which they stand; None where that is not known."""
    out: list[Part] = []
    for part in parts:
        if part.changed == "order":
            return None
        if part.changed == "front":
            if not at_front(teller, part):
                return None
            out.insert(0, part)
        else:
            out.append(part)
    return out


def at_front(teller: Teller, part: Part) -> bool:
    """Whether a part was inserted before all others: ``insert(0, x)``, ``appendleft(x)``."""
    call = teller.index.parent(part.node) if part.node is not None else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "appendleft":
        return True
    return isinstance(call.args[0], ast.Constant) and call.args[0].value == 0


def node_of(part: Part) -> ast.expr | None:
    """Where the block of a part is made."""
    for option in options(part.value):
        node = getattr(option.value, "node", None)
        if isinstance(option.value, Record) and isinstance(node, ast.expr):
            return node
    return None


def results_in(teller: Teller, part: Part) -> bool:
    return any(is_result(teller, o.value) for o in options(part.value))


def other_in(teller: Teller, part: Part) -> bool:
    """Whether a part is surely a block that is no result."""
    found = [o.value for o in options(part.value)]
    return bool(found) and all(other_block(teller, v) for v in found)


def other_block(teller: Teller, value: Value) -> bool:
    if not isinstance(value, Record):
        return False
    dialect = teller.dialect
    kind = teller.judge.kind_of(value)
    return kind == dialect.text or (kind in dialect.input_kinds and kind != dialect.result)


def together(teller: Teller, before: Part, result: Part) -> bool:
    """Whether both can stand in one message, and the source of the blocks does not say in which order."""
    mine, others = sources(before), sources(result)
    held, needed = ({(id(c.test), c.holds) for c in part.conds} for part in (before, result))
    if mine & others and not (held <= needed or needed <= held):
        return False  # one element of the source gives the one, another the other
    if any((test, not holds) in held for test, holds in needed):
        return False
    here, there = node_of(before), node_of(result)
    if no_calls(teller, before, there):
        return False
    places = [teller.index.where.get(id(n)) for n in (here, there)]
    if places[0] is None or places[1] is None or places[0].scope is not places[1].scope:
        return True
    return not exclusive(places[0].frame, places[1].frame)


def no_calls(teller: Teller, before: Part, result: ast.expr | None) -> bool:
    """``if not calls: ...``: what stands before is there only when the loop that makes the results finds nothing."""
    where = teller.index.where.get(id(result))
    if where is None:
        return False
    looped = {place_of(f.node.iter) for f in chain_of(where.frame) if isinstance(f.node, LOOPS)} - {None}
    return any(
        said_empty(c) in looped and c.env.scope is where.scope for c in before.conds if isinstance(c.test, ast.expr)
    )


def said_empty(cond: Cond) -> str | None:
    """The list that a test says is empty: ``not xs``, ``len(xs) == 0``, ``xs == []``."""
    test, holds = cond.test, cond.holds
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, holds = test.operand, not holds
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        right = test.comparators[0]
        none = (isinstance(right, ast.Constant) and right.value == 0) or (
            isinstance(right, ast.List) and not right.elts
        )
        if not none or not isinstance(test.ops[0], ast.Eq if holds else (ast.NotEq, ast.Gt)):
            return None
        return place_of(listed(test.left))
    return place_of(listed(test)) if isinstance(test, ast.expr) and not holds else None


def listed(node: ast.expr) -> ast.expr:
    """``xs`` of ``len(xs)``."""
    return node.args[0] if isinstance(node, ast.Call) and dotted(node.func) == "len" and node.args else node


def sources(part: Part) -> set[object]:
    return {o.value.key if isinstance(o.value, Atom) else id(o.value) for s in part.loops for o in options(s)}


def placed(teller: Teller, part: Part) -> ast.expr | None:
    """The concatenation or the insertion that puts a part before the others; None where it is there from the start."""
    node: ast.AST | None = node_of(part)
    while isinstance(node, (ast.expr, ast.keyword)):
        above = teller.index.parent(node)
        if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Add) and above.left is node:
            return above
        if isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute) and node in above.args:
            return above if above.func.attr in ("insert", "appendleft") else None
        if isinstance(above, (ast.Dict, ast.Call, ast.Lambda)):
            return None
        node = above
    return None


# -- in a message before ---------------------------------------------------------------------------------------------
def has_results(teller: Teller, content: Content) -> bool:
    return any(results_in(teller, p) for parts in content.alternatives(teller) for p in parts)


def behind_message(teller: Teller, results: MessageSink, answering: set[int]) -> None:
    """State results that are appended after a user's message that was itself appended after their turn."""
    place = teller.history_place(results)
    if place is None or added_by(results) != "append":
        return
    turn = turn_before(teller, results, place)
    if turn is None:
        return
    unit = paths.unit_of(teller, turn)
    for other in teller.message_sinks:
        if other.role != teller.dialect.user or other.scope is not results.scope or id(other) in answering:
            continue
        if not (turn.where.order < other.where.order < results.where.order):
            continue
        if teller.history_place(other) != place or added_by(other) != "append":
            continue
        if unit is None or not on_the_way(teller, turn, other, results, unit) or joined.merged(teller):
            continue
        span = teller.spans.of(results.literal.node)
        related = (Related("before", teller.spans.of(other.literal.node), "this message stands before the results"),)
        event = Belated(
            span, teller.dialect, Evidence(Confidence.CERTAIN, related), "message", results.literal.node,
            results.literal.node, (other.literal.node,),
        )  # fmt: skip
        if not any(b.span == span for b in teller.story.belated):
            teller.story.belated.append(event)
        return


def added_by(sink: MessageSink) -> str | None:
    """How a message enters its list."""
    for mutations in sink.scope.mutations.values():
        for mutation in mutations:
            if any(a is sink.literal.node or _names(a, sink) for a in mutation.args):
                return mutation.op
    return None


def _names(argument: ast.expr, sink: MessageSink) -> bool:
    return sink.place is not None and isinstance(argument, ast.Name) and argument.id == sink.place


def turn_before(teller: Teller, results: MessageSink, place: tuple[object, str]) -> MessageSink | None:
    """The turn that the results answer: the nearest that was appended to the same list before them on their path."""
    found = None
    for sink in teller.message_sinks:
        if sink.role != teller.dialect.assistant or sink.scope is not results.scope:
            continue
        if sink.where.order > results.where.order or exclusive(sink.where.frame, results.where.frame):
            continue
        if teller.history_place(sink) == place:
            found = sink
    return found


def on_the_way(teller: Teller, turn: MessageSink, other: MessageSink, results: MessageSink, unit: Atom) -> bool:
    """Whether a message stands between a turn and its results on one path, for no reason that rules the results out."""
    frames = (turn.where.frame, other.where.frame, results.where.frame)
    if exclusive(frames[0], frames[1]) or exclusive(frames[1], frames[2]):
        return False
    if loops(frames[0]) != loops(frames[2]) or loops(frames[0]) != loops(frames[1])[: len(loops(frames[0]))]:
        return False
    if any(turn.where.order < w.order < results.where.order for w in requests(teller, results)):
        return False
    tests = [t for f in beyond(other.where.frame, turn.where.frame) for t, _ in f.tests if f.kind in ("if", "match")]
    return not any(paths.about_turn(teller, t, other.where, unit) for t in tests)


def loops(frame: Frame | None) -> list[int]:
    return [id(f.node) for f in chain_of(frame) if f.kind in ("for", "while")]


def requests(teller: Teller, sink: MessageSink) -> Iterator[Where]:
    for call in sink.scope.calls if teller.prov.requests.may_reach(sink.scope) else ():
        if teller.is_request(call):
            yield call.where
