"""What must or may happen between the replay and the next request: the forward questions of one function.

A loop over calls is walked statement by statement, with one bit of state: has the call at hand been answered? Tests are
judged for an element that is a call, so that a branch for other kinds of block leaves nothing open.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.conditions import Key
from flake8_toolloop.flow.fates import type_names
from flake8_toolloop.flow.index import CaseTest, ForNode, Frame, Scope, Where, beyond, chain_of, exclusive, place_of
from flake8_toolloop.flow.sinks import BlockSink, MessageSink
from flake8_toolloop.flow.story import Answered, Evidence, OpenCall
from flake8_toolloop.flow.values import Atom, Const, Env, Listing, Text, Value, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_STATES = 16


@dataclass(frozen=True)
class State:
    """Whether the call is answered, and the statement because of which it may not be."""

    answered: bool
    culprit: ast.stmt | None = None
    how: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a path leaves a block: ``fall``, ``continue``, ``break``, ``return``, ``raise``."""

    kind: str
    state: State
    node: ast.stmt | None = None


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
                teller.within_budget(frame.node, lambda f=frame, b=block: comprehension(teller, f, b, results))  # type: ignore[misc]


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
    walker = Walker(teller, loop, block, results, elements)
    outcomes = walker.block(loop.body, State(False))
    first_only(teller, loop, [o for o in outcomes if o.state.answered])
    for outcome in outcomes:
        if outcome.state.answered or outcome.kind == "raise":
            continue
        if outcome.kind in ("break", "return") and not lives_on(teller, outcome, loop, block.where.scope):
            continue
        node = outcome.node or outcome.state.culprit
        if outcome.kind == "continue" and outcome.node is not None and walker.handled_elsewhere(outcome.node):
            continue
        if node is None or (outcome.kind == "fall" and outcome.state.culprit is None):
            continue
        how = outcome.kind if outcome.kind != "fall" else outcome.state.how
        state(teller, node, how, loop)


def first_only(teller: Teller, loop: ForNode, answered: list[Outcome]) -> None:
    """A loop that is left on every path on which it has answered a call: only the first one is."""
    if answered and all(o.kind == "break" and o.node is not None for o in answered):
        node = answered[0].node
        assert node is not None
        event = Answered(teller.spans.of(node), teller.dialect, Evidence(Confidence.CERTAIN), loop_node=loop)
        event.picked = teller.spans.of(node)
        teller.story.answers.append(event)


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
    return any(a.key == (root, (*path, "id")) for a in atoms(ident) for root, path in elements)


def names_target(loop: ForNode, block: BlockSink, field: str) -> bool:
    """``call.id`` or ``call["id"]`` of the loop's own variable: calls that the code has put together itself."""
    place = place_of(block.fields[field])
    return place is not None and isinstance(loop.target, ast.Name) and place == f"{loop.target.id}.id"


def padded(loop: ForNode | None, block: BlockSink, results: list[BlockSink]) -> bool:
    """Whether results are filled in for calls that have none: by this place, or by another one of the function."""
    if asks_for_id(block):
        return True
    for other in results:
        if other.scope is not block.scope or other is block:
            continue
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
    """``if call.id not in answered:`` around a result for that very id."""
    idents = {place_of(v) for v in block.fields.values()} - {None}
    return any(
        isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and place_of(test.left) in idents
        for frame in chain_of(block.where.frame)
        for test, _holds in frame.tests
    )


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
        and not any(_holds(a, message.literal.node) for a in m.args)
    ]  # fmt: skip
    for node, where in scope.exits:
        if not isinstance(node, ast.Return) or where.order < message.where.order:
            continue
        if exclusive(where.frame, message.where.frame):
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
    return depth < 2 and any(history_in_sight(teller, c.where.scope, depth + 1) for c in teller.sinks.sites(scope))


def lives_on(teller: Teller, outcome: Outcome, loop: ForNode, scope: Scope) -> bool:
    """Whether the history is used after a path leaves the loop: a request may follow, or it belongs to the caller."""
    for message in teller.message_sinks:
        if message.scope is not scope or message.role != teller.dialect.assistant:
            continue
        if message.where.order > 0 and not turn_before(message, loop):
            continue
        found = teller.history_place(message)
        if found is None:
            continue
        root = found[1].split(".")[0].split("[")[0]
        if outcome.kind == "break" and root not in scope.params:
            return request_follows(teller, loop, scope)
        if root in scope.params:
            return True
    return False


def turn_before(message: MessageSink, loop: ForNode) -> bool:
    return int(getattr(message.literal.node, "lineno", 0)) <= loop.lineno


def request_follows(teller: Teller, loop: ForNode, scope: Scope) -> bool:
    """Whether a request stands after the loop, or in a loop around it whose condition does not end it at once."""
    for call in scope.calls if teller.prov.requests.may_reach(scope) else ():
        value = teller.prov.eval(call.node, teller.prov.env_at(call.where))
        if isinstance(value, Atom) and value.root.kind == "model" and not value.path:
            if int(call.node.lineno) > int(loop.end_lineno or loop.lineno):
                return True
            for outer, _ in scope.loops:
                if outer is not loop and _inside(loop, outer) and _inside(call.node, outer):
                    return not leaves_after(outer, loop)
    return False


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


def comprehension(teller: Teller, frame: Frame, block: BlockSink, results: list[BlockSink]) -> None:
    """``[result(b) for b in calls if b.name in TOOLS]``: a test on the name leaves the others open."""
    if not frame.tests or not history_in_sight(teller, block.where.scope):
        return
    generator = frame.node
    assert isinstance(generator, ast.comprehension)
    env = teller.prov.env_at(block.where)
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
            if isinstance(value, Atom) and any(value.root == r and value.path == (*p, "name") for r, p in elements):
                return True
    return False


class Walker:
    """Walks the body of a loop over calls."""

    def __init__(
        self, teller: Teller, loop: ForNode, block: BlockSink, results: list[BlockSink], elements: frozenset[Key]
    ) -> None:
        self.teller = teller
        self.loop = loop
        self.scope = block.where.scope
        self.elements = elements
        self.judge = teller.judge.assuming(teller.dialect.call, elements)
        self.env = teller.prov.env_at(block.where)
        self.names = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
        self.derived = self.made_of_call()
        self.results = {id(b.literal.node) for b in results if b.scope is self.scope}
        self.places = self.result_places(results)

    def made_of_call(self) -> set[str]:
        """The names that the loop gives to what a function makes of the whole call."""
        out: set[str] = set()
        for statement in ast.walk(self.loop):
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                arguments = (*statement.value.args, *(k.value for k in statement.value.keywords))
                if any(isinstance(a, ast.Name) and a.id in self.names for a in arguments):
                    out |= {t.id for t in statement.targets if isinstance(t, ast.Name)}
        return out

    def result_places(self, results: list[BlockSink]) -> set[str]:
        """The lists that results of the function are put into."""
        out = set()
        for block in results:
            if block.scope is not self.scope:
                continue
            node: ast.AST | None = block.literal.node
            name = self.teller.sinks.bound_to(block.literal.node)
            for place, mutations in self.scope.mutations.items():
                for mutation in mutations:
                    if any(
                        a is node or (isinstance(a, ast.Name) and a.id == name) or self.bare(a, node)
                        for a in mutation.args
                    ):
                        out.add(place)
        return out

    def bare(self, argument: ast.AST, node: ast.AST | None) -> bool:
        """Whether an argument holds a result that is not already wrapped in a message."""
        if not _holds(argument, node):
            return False
        at = self.teller.index.parent(node) if node is not None else None
        while at is not None and at is not argument and isinstance(at, (ast.expr, ast.keyword)):
            if isinstance(at, ast.Dict) and any(isinstance(k, ast.Constant) and k.value == "role" for k in at.keys):
                return False
            at = self.teller.index.parent(at)
        return not (
            isinstance(argument, ast.Dict)
            and any(isinstance(k, ast.Constant) and k.value == "role" for k in argument.keys)
        )

    def block(self, body: list[ast.stmt], start: State) -> list[Outcome]:
        """The outcomes of a block."""
        states = [start]
        out: list[Outcome] = []
        for statement in body:
            following: dict[State, None] = {}
            for current in states[:MAX_STATES]:
                for outcome in self.statement(statement, current):
                    if outcome.kind == "fall":
                        following[outcome.state] = None
                    else:
                        out.append(outcome)
            states = list(following)
            if not states:
                break
        return out + [Outcome("fall", s) for s in states]

    def statement(self, node: ast.stmt, current: State) -> list[Outcome]:
        if isinstance(node, ast.If):
            return self.branch(node, current)
        if isinstance(node, ast.Match):
            return self.match(node, current)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return self.block(node.body, current)
        if isinstance(node, ast.Try):
            return self.attempt(node, current)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            if self.answers(node):
                return [Outcome("fall", State(True))]
            return [Outcome("fall", current)]
        if isinstance(node, (ast.Continue, ast.Break)):
            return [Outcome(type(node).__name__.lower(), current, node)]
        if isinstance(node, (ast.Return, ast.Raise)):
            done = State(True) if self.answers(node) else current
            return [Outcome(type(node).__name__.lower(), done, node)]
        if self.answers(node):
            return [Outcome("fall", State(True))]
        return [Outcome("fall", current)]

    def branch(self, node: ast.If, current: State) -> list[Outcome]:
        verdict = self.judge.test(node.test, self.env_of(node))
        if verdict is None and self.own_type(node.test):
            verdict = True  # a test of the element's type that the table does not know: calls are what it lets through
        elif verdict is None and self.plain_data(node.test):
            verdict = False  # blocks of the SDK are no dicts, and plain blocks nothing else
        yes = self.block(node.body, current) if verdict is not False else []
        no = self.block(node.orelse, current) if verdict is not True else []
        if verdict is None and not current.answered:
            no = [self.blamed(o, _last_branch(node), yes) for o in no]
            if node.orelse:
                yes = [self.blamed(o, node, no) for o in yes]
        return yes + no

    def blamed(self, outcome: Outcome, node: ast.stmt, others: list[Outcome]) -> Outcome:
        """A path that falls through unanswered while another branch of the same statement answers."""
        if outcome.kind != "fall" or outcome.state.answered or outcome.state.culprit is not None:
            return outcome
        if any(o.state.answered for o in others):
            return Outcome("fall", State(False, node, "branch"))
        return outcome

    def plain_data(self, test: ast.expr) -> bool:
        """``isinstance(block, dict)`` in a loop that reads its blocks as objects."""
        return (
            isinstance(test, ast.Call)
            and isinstance(test.func, ast.Name)
            and test.func.id == "isinstance"
            and len(test.args) == 2
            and isinstance(test.args[0], ast.Name)
            and test.args[0].id in self.names
            and isinstance(test.args[1], ast.Name)
            and test.args[1].id in ("dict", "str")
            and any(
                isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id in self.names
                for n in ast.walk(self.loop)
            )
        )

    def own_type(self, test: ast.expr) -> bool:
        """Whether a test asks for the type of the element itself."""
        return (
            bool(type_names(test, self.scope))
            and any(isinstance(n, ast.Name) and n.id in self.names for n in ast.walk(test))
            and not any(isinstance(n, ast.Attribute) and n.attr == "name" for n in ast.walk(test))
        )

    def match(self, node: ast.Match, current: State) -> list[Outcome]:
        out: list[Outcome] = []
        total = False
        for case in node.cases:
            fits = self.judge.test(CaseTest(node.subject, case.pattern, case.guard), self.env_of(node))
            if fits is False:
                continue
            out += self.block(case.body, current)
            anything = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
            if fits is True or anything:
                total = True
                break
        if not total:
            missing = Outcome("fall", current)
            out.append(self.blamed(missing, node, out))
        return out

    def attempt(self, node: ast.Try, current: State) -> list[Outcome]:
        body = self.block([*node.body, *node.orelse], current)
        out = list(body)
        for handler in node.handlers:
            for outcome in self.block(handler.body, current):
                swallowed = outcome.kind == "fall" and not outcome.state.answered
                if swallowed and any(o.state.answered for o in body):
                    out.append(Outcome("fall", State(False, _first(handler), "except")))
                else:
                    out.append(outcome)
        if node.finalbody and any(self.answers(s) for s in node.finalbody):
            return [replace(o, state=State(True)) for o in out]
        return out

    def handled_elsewhere(self, node: ast.stmt) -> bool:
        """``if block.name in SERVER_TOOLS: continue``: a named set of tools that somebody else answers."""
        for statement in ast.walk(self.loop):
            if isinstance(statement, ast.If) and any(s is node for s in statement.body):
                test = statement.test
                return (
                    isinstance(test, ast.Compare)
                    and isinstance(test.ops[0], ast.In)
                    and isinstance(test.comparators[0], (ast.Name, ast.Attribute))
                )
        return False

    def env_of(self, node: ast.If | ast.Match) -> Env:
        where = self.teller.index.where
        for child in ast.walk(node):
            known = where.get(id(child))
            if known is not None and known.scope is self.scope:
                return replace(self.env, frame=self.env.frame, order=known.order)
        return self.env

    def answers(self, node: ast.AST) -> bool:
        """Whether a statement makes or collects a result for the call, or hands the call on to be answered later."""
        for inner in ast.walk(node):
            if id(inner) in self.results:
                return True
            if isinstance(inner, ast.Call):
                if isinstance(inner.func, ast.Attribute) and inner.func.attr in (
                    "append",
                    "extend",
                    "add",
                    "put",
                    "put_nowait",
                    "insert",
                ):
                    if self.collects(inner):
                        return True
                elif any(
                    isinstance(a, ast.Name) and a.id in {p.split(".")[0] for p in self.places} for a in inner.args
                ):
                    return True
            if isinstance(inner, (ast.Yield, ast.YieldFrom)) and self.hands_on(inner.value):
                return True
            if (
                isinstance(inner, ast.Assign)
                and any(isinstance(t, ast.Subscript) for t in inner.targets)
                and any(isinstance(n, ast.Name) and n.id in self.names for t in inner.targets for n in ast.walk(t))
            ):
                return True
        return False

    def collects(self, call: ast.Call) -> bool:
        assert isinstance(call.func, ast.Attribute)
        place = place_of(call.func.value)
        if place in self.places:
            return True
        return any(self.hands_on(a) for a in call.args)

    def hands_on(self, node: ast.expr | None) -> bool:
        """The call itself is put somewhere: deferred, not forgotten."""
        if node is None:
            return False
        if isinstance(node, (ast.Tuple, ast.List)):
            return any(self.hands_on(e) for e in node.elts)
        if isinstance(node, ast.Call):
            return any(self.hands_on(a) for a in (*node.args, *(k.value for k in node.keywords)))
        if isinstance(node, ast.Dict):
            return any(self.hands_on(v) for v in node.values)
        return isinstance(node, ast.Name) and (node.id in self.names or node.id in self.derived)


def _last_branch(node: ast.If) -> ast.stmt:
    """The ``else`` that gives no result, or the last ``elif`` of a chain: where the ``else`` is missing."""
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
    return node.orelse[-1] if node.orelse else node


def _first(handler: ast.ExceptHandler) -> ast.stmt:
    return handler.body[0]


def _holds(outer: ast.AST, inner: ast.AST | None) -> bool:
    return any(n is inner for n in ast.walk(outer))
