"""What must or may happen between the replay and the next request: the forward questions of one function.

A loop over calls is walked statement by statement, with one bit of state: has the call at hand been answered? Tests are
judged for an element that is a call, so that a branch for other kinds of block leaves nothing open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow import gathered, handed_back
from flake8_toolloop.flow.caught import caught_outside
from flake8_toolloop.flow.conditions import Key
from flake8_toolloop.flow.index import ForNode, Frame, Scope, Where, beyond, chain_of, exclusive, place_of
from flake8_toolloop.flow.lingering import left_behind, lost_with_owner
from flake8_toolloop.flow.sinks import BlockSink, MessageSink, fields_of
from flake8_toolloop.flow.story import Answered, Evidence, OpenCall
from flake8_toolloop.flow.values import Atom, Const, Env, Listing, Text, Value, atoms, options
from flake8_toolloop.flow.walks import Outcome, State, Walker, first_of, holds_node

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the paths on which a call gets no result."""
    results = [
        b for b in teller.block_sinks if b.kind == teller.dialect.result and teller.dialect.result_id in b.fields
    ]
    done: set[int] = set()
    for message in teller.message_sinks:
        if message.role == teller.dialect.assistant:
            teller.within_budget(message.content, lambda m=message: early_exits(teller, m))  # type: ignore[misc]
            teller.within_budget(message.content, lambda m=message: replayed_again(teller, m))  # type: ignore[misc]
    for block in results:
        for frame in chain_of(block.where.frame):
            if frame.kind == "for" and frame.branch == "body" and id(frame.node) not in done:
                teller.within_budget(
                    frame.node,
                    lambda f=frame, b=block: walk_loop(teller, f, b, results, done),  # type: ignore[misc]
                )
            elif frame.kind == "comp":
                teller.within_budget(
                    frame.node,
                    lambda f=frame, b=block: comprehension(teller, f, b, results, b.where),  # type: ignore[misc]
                )
        for call in teller.sinks.sites(block.scope):  # ``[answer(c) for c in calls if c.name in TOOLS]``
            for frame in (f for f in chain_of(call.where.frame) if f.kind == "comp"):
                teller.within_budget(
                    frame.node,
                    lambda f=frame, b=block, c=call: comprehension(teller, f, b, results, c.where),  # type: ignore[misc]
                )
    if teller.dialect.whole_message:
        for node, how, loop in gathered.left_out(teller):
            state(teller, node, how, loop)


def walk_loop(teller: Teller, frame: Frame, block: BlockSink, results: list[BlockSink], done: set[int]) -> None:
    """Walk one loop over calls and state where a call stays open."""
    loop = frame.node
    assert isinstance(loop, (ast.For, ast.AsyncFor))
    elements = call_elements(teller, loop, frame, block.where)
    ident = teller.prov.eval(block.fields[teller.dialect.result_id], teller.prov.env_at(block.where))
    if not (elements and answers_element(ident, elements)) and not names_target(loop, block, teller.dialect.result_id):
        return
    done.add(id(loop))
    if padded(loop, block, results) or not history_in_sight(teller, block.where.scope):
        return
    swallowed(teller, frame, block, results)
    chosen(teller, frame, block, elements)
    walker = Walker(teller, loop, block, results, elements)
    outcomes = walker.block(loop.body, State(False))
    scope = block.where.scope
    ended = [o for o in outcomes if o.state.answered]
    if all(o.kind != "return" or asks_again(teller, o) or lives_on(teller, o, loop, scope) for o in ended):
        first_only(teller, loop, ended)
    beyond_slice(teller, loop, scope)
    for outcome in outcomes:
        if outcome.state.answered and not left_with_others(teller, outcome):
            continue
        if outcome.kind == "raise" and not (
            lives_on(teller, outcome, loop, scope) and caught_outside(teller, scope, outcome.node)
        ):
            continue
        if outcome.kind in ("break", "return") and not lives_on(teller, outcome, loop, block.where.scope):
            continue
        if outcome.state.answered:
            if not any(o.kind in ("fall", "continue") for o in outcomes):
                continue  # each way out of the loop is one after its first call
            if rest_answered(loop, outcome, scope, results):
                continue
            assert outcome.node is not None
            state(teller, outcome.node, "left", loop)
            continue
        node = outcome.node or outcome.state.culprit
        if outcome.kind == "continue" and outcome.node is not None and walker.handled_elsewhere(outcome.node):
            continue
        if node is None or (outcome.kind == "fall" and outcome.state.culprit is None):
            continue
        how = outcome.kind if outcome.kind != "fall" else outcome.state.how
        state(teller, node, how, loop)


def left_with_others(teller: Teller, outcome: Outcome) -> bool:
    """Whether a path that has answered its call leaves the loop, and with it the calls that come after."""
    leaves = outcome.kind in ("break", "return") and outcome.node is not None
    return leaves and teller.dialect.whole_message


def chosen(teller: Teller, frame: Frame, block: BlockSink, elements: frozenset[Key]) -> None:
    """``for call in [c for c in calls if c.function.name in TOOLS]``, where the message goes back whole."""
    loop = frame.node
    assert isinstance(loop, (ast.For, ast.AsyncFor))
    turns = [m for m in teller.message_sinks if m.scope is block.where.scope and m.role == teller.dialect.assistant]
    if not teller.dialect.whole_message or not turns or not all(m.raw for m in turns):
        return
    at = next((w for node, w in block.where.scope.loops if node is loop), block.where)
    value = teller.prov.eval(loop.iter, replace(teller.prov.env_at(at), frame=frame.parent))
    judge = teller.judge.assuming(teller.dialect.call, elements)
    for part in teller.prov.parts(value):
        for cond in part.conds:
            for test in conjuncts(cond.test):
                if judge.test(test, cond.env) is None and tests_name(teller, test, cond.env, elements):
                    state(teller, test, "filter", loop)
                    return


def rest_answered(loop: ForNode, outcome: Outcome, scope: Scope, results: list[BlockSink]) -> bool:
    """Whether a loop in the round itself fills in results for the others, before the loop over the calls is left."""
    left = next((where for node, where in scope.exits if node is outcome.node), None)
    return left is not None and any(
        result.scope is scope
        and result.where.order < left.order
        and not exclusive(result.where.frame, left.frame)
        and any(f.kind == "for" and f.node is not loop for f in within(result.where.frame, loop))
        for result in results
    )


def within(frame: Frame | None, loop: ForNode) -> list[Frame]:
    """The blocks of a place that stand in a loop."""
    frames = chain_of(frame)
    at = next((n for n, f in enumerate(frames) if f.node is loop), None)
    return frames[at + 1 :] if at is not None else []


def beyond_slice(teller: Teller, loop: ForNode, scope: Scope) -> None:
    """``for call in message.tool_calls[:3]``: the turn goes back whole, and the calls beyond the number are open."""
    taken = loop.iter
    if isinstance(taken, ast.Name):
        bindings = scope.bindings.get(taken.id, ())
        taken = bindings[0].value if len(bindings) == 1 and isinstance(bindings[0].value, ast.expr) else taken
    if not (isinstance(taken, ast.Subscript) and isinstance(taken.slice, ast.Slice) and taken.slice.upper is not None):
        return
    whole = [m for m in teller.message_sinks if m.scope is scope and m.role == teller.dialect.assistant]
    if any(a.picked == teller.spans.of(n) for a in teller.story.answers for n in (loop.iter, taken)):
        return  # said already
    if teller.dialect.whole_message and whole and all(goes_whole(teller, m, loop) for m in whole):
        state(teller, loop.iter, "beyond", loop)


def goes_whole(teller: Teller, message: MessageSink, loop: ForNode) -> bool:
    """Whether a message holds other calls than those that a loop goes over."""
    calls = fields_of(message.literal.node).get(teller.dialect.calls_field)
    if calls is None:
        return message.raw
    iterated = [n for n in ast.walk(calls) if isinstance(n, (ast.Name, ast.Subscript))]
    return not any(ast.dump(n) == ast.dump(loop.iter) for n in iterated)


def swallowed(teller: Teller, frame: Frame, block: BlockSink, results: list[BlockSink]) -> None:
    """A handler around the loop that goes on to the next request: what was not answered yet never is."""
    around = chain_of(frame)
    for number, outer in enumerate(around):
        if outer.kind != "try" or outer.branch != "body" or not isinstance(outer.node, ast.Try):
            continue
        cycle = [f for f in around[:number] if f.kind in ("while", "for") and f.branch == "body"]
        if not cycle or requested_in(teller, block.where.scope, outer.node):
            continue
        for handler in outer.node.handlers:
            inside = {id(n) for n in ast.walk(handler)}
            leaves = any(isinstance(n, (ast.Raise, ast.Return, ast.Break)) for n in ast.walk(handler))
            if not leaves and not any(id(r.literal.node) in inside for r in results) and adds_message(teller, handler):
                state(teller, first_of(handler), "except", frame.node)


def requested_in(teller: Teller, scope: Scope, node: ast.Try) -> bool:
    """Whether the turn is asked for, or goes into the history, in the ``try`` itself: it may be what has failed."""
    nodes = [n for statement in node.body for n in ast.walk(statement)]
    inside = {id(n) for n in nodes}
    if any(m.role == teller.dialect.assistant and id(m.literal.node) in inside for m in teller.message_sinks):
        return True
    return any(id(c.node) in inside and teller.prov.requests.may_give(c) for c in scope.calls)


def adds_message(teller: Teller, handler: ast.ExceptHandler) -> bool:
    """Whether a handler puts a message into a history: the conversation goes on from there."""
    inside = {id(n) for n in ast.walk(handler)}
    return any(m.role == teller.dialect.user and id(m.literal.node) in inside for m in teller.message_sinks)


def first_only(teller: Teller, loop: ForNode, answered: list[Outcome]) -> None:
    """A loop that is left on every path on which it has answered a call: only the first one is."""
    if answered and all(o.kind in ("break", "return") and o.node is not None for o in answered):
        node = answered[0].node
        assert node is not None
        event = Answered(teller.spans.of(node), teller.dialect, Evidence(Confidence.CERTAIN), loop_node=loop)
        event.picked = teller.spans.of(node)
        teller.story.answers.append(event)


def asks_again(teller: Teller, outcome: Outcome) -> bool:
    """Whether a ``return`` makes the next request itself: ``return step(history)``."""
    where = next((w for scope in teller.index.functions for node, w in scope.exits if node is outcome.node), None)
    inside = {id(n) for n in ast.walk(outcome.node)} if outcome.node is not None else set()
    return where is not None and any(
        id(c.node) in inside and (c.name == where.scope.name or teller.prov.requests.may_give(c))
        for c in where.scope.calls
    )


def state(teller: Teller, node: ast.AST, how: str, loop: ast.AST | None = None) -> None:
    span = teller.spans.of(node)
    if any(o.span == span for o in teller.story.open_calls):
        return
    related = []
    for message in teller.message_sinks:
        if message.role == teller.dialect.user and 0 < message.literal.node.lineno - span.end_line < 40:
            where = teller.index.where.get(id(node)) or message.where
            if message.scope is where.scope or message.where.scope is where.scope:
                related.append(Related("results", teller.spans.of(message.literal.node), "the results are sent here"))
                break
    teller.story.open_calls.append(
        OpenCall(span, teller.dialect, Evidence(Confidence.CERTAIN, tuple(related)), how, node, loop)
    )


def call_elements(teller: Teller, loop: ForNode, frame: Frame, where: Where) -> frozenset[Key]:
    """The elements of a loop over a turn or its calls; none where it loops over something else."""
    at = next((w for node, w in where.scope.loops if node is loop), where)
    value = teller.prov.eval(loop.iter, replace(teller.prov.env_at(at), frame=frame.parent))
    found: set[Key] = set()
    for part in teller.prov.parts(value):
        for option in options(part.value):
            for atom in atoms_of(option.value):
                if not atom.taken:
                    found.add(atom.key)
    return frozenset(found)


def atoms_of(value: Value) -> Iterable[Atom]:
    if isinstance(value, Atom):
        yield value
    elif isinstance(value, Listing):  # enumerate, zip
        for part in value.parts:
            if isinstance(part.value, Atom):
                yield part.value


def answers_element(ident: Value, elements: frozenset[Key]) -> bool:
    """Whether a result's id is the element's own id: the loop goes over calls, not over stored results."""
    found = list(atoms(ident))
    own = any(a.key == (root, (*path, "id")) for a in found for root, path in elements)
    other = any(
        a.root == root and len(a.path) == len(path) + 1 and a.path[-1] != "id" and a.path[:-1] == path
        for a in found
        for root, path in elements
    )
    return own and not other  # ``m.tool_call_id or m.id``: a stored result refers to its call


def names_target(loop: ForNode, block: BlockSink, field: str) -> bool:
    """``call.id`` of the loop's own variable, or one of its variables: calls that the code has put together itself."""
    place = place_of(block.fields[field])
    if isinstance(loop.target, ast.Tuple):
        return any(isinstance(e, ast.Name) and e.id == place for e in loop.target.elts)
    return place is not None and isinstance(loop.target, ast.Name) and place == f"{loop.target.id}.id"


def padded(loop: ForNode | None, block: BlockSink, results: list[BlockSink]) -> bool:
    """Whether results are filled in for calls that have none: by this place, or by another one of the function."""
    if asks_for_id(block):
        return True
    for other in results:
        if other.scope is not block.scope or other is block:
            continue
        if told_apart(block):
            return True
        frames = chain_of(other.where.frame)
        if any(f.node is loop for f in frames):
            continue
        for frame in frames:
            for test, _holds in frame.tests:
                if isinstance(test, ast.AST):
                    for node in ast.walk(test):
                        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.NotIn, ast.In)):
                            return True
        if any(f.kind in ("for", "comp") for f in frames):
            return True
    return False


def asks_for_id(block: BlockSink) -> bool:
    """``if call.id not in answered:`` around a result for that very id, alone or with further conditions."""
    idents = {place_of(v) for name, v in block.fields.items() if name not in ("name", "content")} - {None}
    return any(
        isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and place_of(test.left) in idents
        for frame in chain_of(block.where.frame)
        for asked, _holds in frame.tests
        for test in conjuncts(asked)
    )


def told_apart(block: BlockSink) -> bool:
    """``if call is not chosen:`` around a result: the one that is left out here is answered at another place."""
    owners = {place[: -len(".id")] for v in block.fields.values() if (place := place_of(v)) and place.endswith(".id")}
    calls = owners | {f"{owner}.id" for owner in owners}
    for frame in chain_of(block.where.frame):
        for test, _holds in frame.tests:
            if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
                sides = (place_of(test.left), place_of(test.comparators[0]))
                if None not in sides and calls & set(sides):
                    return True
    return False


def early_exits(teller: Teller, message: MessageSink) -> None:
    """A ``return`` between the replay and its results, for a reason not the turn's own, while the history lives on."""
    scope = message.scope
    found = teller.history_place(message)
    value = teller.prov.eval(message.content, teller.prov.env_at(message.where))
    units = [o.value for o in options(value) if isinstance(o.value, Atom) and teller.judge.is_unit(o.value)]
    if found is None or not units:
        return
    place = found[1]
    root = place.split(".")[0].split("[")[0]
    if root not in scope.params:
        return
    later = [
        m for m in scope.mutations.get(place, ())
        if m.where.order > message.where.order
        and m.op in ("append", "extend", "iadd")
        and not any(holds_node(a, message.literal.node) for a in m.args)
    ]  # fmt: skip
    for node, where in scope.exits:
        if not isinstance(node, ast.Return) or where.order < message.where.order:
            continue
        if not left_behind(teller, message, place, node, where):
            continue
        after = [m for m in later if m.where.order > where.order and not exclusive(m.where.frame, message.where.frame)]
        answered = any(m.where.order < where.order for m in later)
        if after and not answered and leaves_early(teller, message.where, where, units[0]):
            state(teller, node, "return")


def leaves_early(teller: Teller, replayed: Where, where: Where, unit: Atom) -> bool:
    """Whether a test on the way to an exit has nothing to do with the turn, while others say that it has calls."""
    between = beyond(where.frame, replayed.frame)
    if any(isinstance(f.node, (ast.For, ast.AsyncFor, ast.Try)) for f in between):
        return False
    tests = [t for f in between if f.kind in ("if", "match") for t, _ in f.tests]
    if not tests or any(about_turn(teller, t, where, unit) for t in tests):
        return False
    guards = [t for f in between if f.kind in ("after", "for", "try") for t, _ in f.tests or ((f.node, True),)]
    return any(about_turn(teller, t, where, unit) for t in guards)


def replayed_again(teller: Teller, message: MessageSink) -> None:
    """A turn that a loop has replayed and answered goes back once more after the loop, and no results follow it."""
    place = teller.history_place(message)
    unit = unit_of(teller, message)
    if place is None or unit is None:
        return
    for other in teller.message_sinks:
        if other is message or other.role != teller.dialect.assistant or other.scope is not message.scope:
            continue
        loops = [
            f
            for f in beyond(other.where.frame, message.where.frame)
            if f.kind in ("for", "while") and f.branch == "body"
        ]
        inner = unit_of(teller, other)
        if not loops or inner is None or inner.root != unit.root or other.where.order > message.where.order:
            continue
        if teller.history_place(other) == place and followed_by_words(teller, message, place):
            state(teller, message.literal.node, "again")
            return


def unit_of(teller: Teller, message: MessageSink) -> Atom | None:
    """The turn that a message replays whole, or block by block."""
    value = teller.prov.eval(message.content, teller.prov.env_at(message.where))
    for option in options(value):
        sources = (
            [option.value]
            if isinstance(option.value, Atom)
            else [s for p in teller.prov.parts(option.value) for s in p.loops]
        )
        for source in sources:
            if isinstance(source, Atom) and source.path == teller.dialect.unit:
                return source
    return None


def followed_by_words(teller: Teller, message: MessageSink, place: tuple[Scope, str]) -> bool:
    """Whether the next message of the history on the path is a user's, of constant words."""
    later = [
        m
        for m in teller.message_sinks
        if m.scope is message.scope and m.where.order > message.where.order and teller.history_place(m) == place
    ]
    if not later or later[0].role != teller.dialect.user:
        return False
    value = teller.prov.eval(later[0].content, teller.prov.env_at(later[0].where))
    return isinstance(value, (Const, Text)) and not list(atoms(value))


def about_turn(teller: Teller, test: object, where: Where, unit: Atom) -> bool:
    """Whether a test looks at the turn itself: its stop reason, or whether it has calls."""
    if not isinstance(test, ast.AST):
        return True
    env = teller.prov.env_at(where)
    for node in ast.walk(test):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
            value = teller.prov.eval(node, env)
            if any(a.root == unit.root for a in atoms(value)):
                return True
            if isinstance(value, Listing) and any(
                isinstance(s, Atom) and s.root == unit.root for p in value.parts for s in p.loops
            ):
                return True
    return False


def history_in_sight(teller: Teller, scope: Scope, depth: int = 0) -> bool:
    """Whether the function also replays the turn or requests the next one: it is the loop, not an event handler."""
    if any(m.scope is scope and m.role == teller.dialect.assistant for m in teller.message_sinks):
        return True
    for call in scope.calls if teller.prov.requests.may_reach(scope) else ():
        value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
        if isinstance(value, Atom) and value.root.kind == "model" and not value.path:
            return True
    if depth and teller.dialect.whole_message and any(teller.cycles.leads_to(call, "asks") for call in scope.calls):
        return True
    return depth < 2 and any(history_in_sight(teller, c.where.scope, depth + 1) for c in teller.sinks.sites(scope))


def lives_on(teller: Teller, outcome: Outcome, loop: ForNode, scope: Scope) -> bool:
    """Whether the history is used after a path leaves the loop: a request may follow, or it belongs to the caller."""
    left = next((where for node, where in scope.exits if node is outcome.node), None)
    for message in teller.message_sinks:
        if message.scope is not scope or message.role != teller.dialect.assistant:
            continue
        if message.where.order > 0 and not turn_before(message, loop):
            continue
        found = teller.history_place(message)
        if found is None:
            continue
        out = outcome.node if outcome.kind in ("return", "raise") else None
        if out is not None and left is not None and not left_behind(teller, message, found[1], out, left):
            continue
        root = found[1].split(".")[0].split("[")[0]
        if outcome.kind == "break" and root not in scope.params:
            return request_follows(teller, loop, scope)
        if root in scope.params:
            return True
    if left is None or outcome.kind not in ("break", "return"):
        return False
    return kept_by_owner(teller, scope, left) or handed_back.short(teller, scope, outcome.node, left)


def kept_by_owner(teller: Teller, scope: Scope, left: Where) -> bool:
    """Whether a function that only answers leaves behind a history of its object, which has got the turn elsewhere."""
    lists = teller.histories
    turns = [m for m in teller.message_sinks if m.role == teller.dialect.assistant and m.scope is not scope]
    if not turns or any(m.scope is scope and m.role == teller.dialect.assistant for m in teller.message_sinks):
        return False
    for message in teller.message_sinks:
        found = (
            teller.history_place(message) if message.scope is scope and message.role == teller.dialect.result else None
        )
        if found is None or found[0] is not scope or "." not in found[1]:
            continue
        node = lists.node(*found)
        taken = [place for m in turns if (place := teller.history_place(m)) is not None]
        if lists.is_sent(node) and any(lists.node(*place) == node for place in taken):
            return not lost_with_owner(teller, message, found[1], left)
    return False


def turn_before(message: MessageSink, loop: ForNode) -> bool:
    return int(getattr(message.literal.node, "lineno", 0)) <= loop.lineno


def request_follows(teller: Teller, loop: ForNode, scope: Scope) -> bool:
    """Whether a request stands after the loop, or in a loop around it whose condition does not end it at once."""
    for node in requests_of(teller, scope):
        if int(node.lineno) > int(loop.end_lineno or loop.lineno):
            return True
        for outer, _ in scope.loops:
            if outer is not loop and _inside(loop, outer) and _inside(node, outer):
                return not leaves_after(outer, loop)
    return False


def requests_of(teller: Teller, scope: Scope) -> Iterator[ast.Call | ast.stmt]:
    """The requests of a function; where the unit is a message, calls out of sight that send one with tools as well."""
    for call in scope.calls:
        if teller.prov.requests.may_reach(scope):
            value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
            if isinstance(value, Atom) and value.root.kind == "model" and not value.path:
                yield call.node
                continue
        if teller.dialect.whole_message and (teller.histories.asks(call) or teller.cycles.leads_to(call, "asks")):
            yield call.node
    for where in teller.histories.bodies if teller.dialect.whole_message else ():
        if where.scope is scope and where.statement is not None:
            yield where.statement


def leaves_after(outer: ForNode | ast.While, loop: ForNode) -> bool:
    """Whether a flag that the loop sets ends the outer one before the next request."""
    set_inside = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for statement in outer.body:
        if statement.lineno > int(loop.end_lineno or loop.lineno):
            for node in ast.walk(statement):
                if (
                    isinstance(node, ast.If)
                    and any(isinstance(n, (ast.Break, ast.Return, ast.Raise)) for n in ast.walk(node))
                    and any(isinstance(n, ast.Name) and n.id in set_inside for n in ast.walk(node.test))
                ):
                    return True
            if isinstance(statement, (ast.Break, ast.Return, ast.Raise)):
                return True
    return False


def _inside(node: ast.AST, outer: ast.AST) -> bool:
    start, end = node.lineno, outer.end_lineno  # type: ignore[attr-defined]
    return bool(outer.lineno <= start <= (end or start))  # type: ignore[attr-defined]


def comprehension(teller: Teller, frame: Frame, block: BlockSink, results: list[BlockSink], where: Where) -> None:
    """``[result(b) for b in calls if b.name in TOOLS]``: a test on the name leaves the others open."""
    if not frame.tests or not history_in_sight(teller, where.scope):
        return
    generator = frame.node
    assert isinstance(generator, ast.comprehension)
    env = teller.prov.env_at(where)
    value = teller.prov.eval(generator.iter, replace(env, frame=frame.parent))
    elements = frozenset(
        o.value.key for p in teller.prov.parts(value) for o in options(p.value) if isinstance(o.value, Atom)
    )
    judge = teller.judge.assuming(teller.dialect.call, elements)
    for test, _ in frame.tests:
        for conjunct in conjuncts(test):
            if (
                judge.test(conjunct, env) is None
                and tests_name(teller, conjunct, env, elements)
                and not padded(None, block, results)
            ):
                state(teller, conjunct, "filter")


def conjuncts(test: object) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [c for v in test.values for c in conjuncts(v)]
    return [test] if isinstance(test, ast.expr) else []


def tests_name(teller: Teller, test: ast.expr, env: Env, elements: frozenset[Key]) -> bool:
    """Whether a test is about the name of the call."""
    for node in ast.walk(test):
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Name, ast.Call)):
            value = teller.prov.eval(node, env)
            if isinstance(value, Atom) and value.path[-1:] == ("name",):
                within = value.path[:-1]
                if any(value.root == r and within in (p, (*p, teller.dialect.call)) for r, p in elements):
                    return True
    return False
