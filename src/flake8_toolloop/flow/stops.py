"""What a tool loop does with the ways in which a turn can stop: paused, cut off, refused.

The statements after a request are walked under the assumption that its turn stopped for one reason, with calls or
without. Only a path whose tests are all decided by that says anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.conditions import OTHER, both, either
from flake8_toolloop.flow.index import EXITS, CaseTest, Test, Where, beyond, dotted
from flake8_toolloop.flow.sinks import BlockSink
from flake8_toolloop.flow.story import Evidence
from flake8_toolloop.flow.values import (
    ELEMENT,
    Alt,
    Atom,
    Cond,
    Const,
    Env,
    Func,
    Listing,
    Record,
    Root,
    Value,
    options,
)

if TYPE_CHECKING:
    from flake8_toolloop.flow.asked import Request
    from flake8_toolloop.flow.story import Requested
    from flake8_toolloop.flow.tell import Teller

MAX_DEPTH = 6


def paused(teller: Teller, request: Request, event: Requested) -> None:
    """State the test that takes a paused turn for the final answer."""
    found = pausing(teller, request)
    if found is None:
        return
    event.pauses, event.paused_by = found
    test = Path(teller, request, StopJudge(teller, request, found[0], calls=False)).end()
    if test is not None and (found[0] not in teller.index.strings or names(test, found[0])):
        event.ends = teller.spans.of(test)


def pausing(teller: Teller, request: Request) -> tuple[str, str] | None:
    """The stop reason with which the turn of a request may be paused, and what of the request may do that."""
    dialect = teller.dialect
    tools = request.value(dialect.tools)
    for part in teller.prov.parts(tools) if tools is not None else ():
        for option in options(part.value):
            declared = option.value.get("type") if isinstance(option.value, Record) else None
            if isinstance(declared, Const) and str(declared.value).startswith(dialect.server_tools):
                return dialect.paused, f"`{declared.value}`"
    for name, stop in dialect.pausing:
        for key in request.fields:
            value = Const(None) if key in (dialect.messages, dialect.tools, dialect.system) else request.value(key)
            if value is not None and (key == name or has_field(teller, value, name)) and not is_nothing(value):
                return stop, f"`{name}`"
    return None


def has_field(teller: Teller, value: Value, name: str, depth: int = 0) -> bool:
    """Whether a field stands switched on somewhere in a value."""
    if depth > MAX_DEPTH:
        return False
    if isinstance(value, Record):
        own = value.get(name)
        if isinstance(own, Const) and bool(own.value):
            return True
        inner = [value.get(key) for key in value.fields]
        return any(has_field(teller, v, name, depth + 1) for v in inner if isinstance(v, (Record, Listing)))
    return isinstance(value, Listing) and any(has_field(teller, p.value, name, depth + 1) for p in value.parts)


def is_nothing(value: Value) -> bool:
    return (isinstance(value, Const) and not value.value) or (isinstance(value, Listing) and not value.parts)


def names(test: ast.AST, text: str) -> bool:
    return any(isinstance(n, ast.Constant) and n.value == text for n in ast.walk(test))


def cut(teller: Teller, request: Request, event: Requested) -> None:
    """State where the calls of a turn are run that was cut off or refused."""
    for stop in teller.dialect.cut_stops:
        judge = StopJudge(teller, request, stop, calls=True)
        for _, where in answering(teller, request):
            test = judge.lets_through(where)
            if test is None:
                continue
            if names(test, stop):
                event.runs_cut, event.runs_how = teller.spans.of(test), stop
                return
            if stop == teller.dialect.cut_stops[0] and not compared(teller):
                event.runs_cut, event.runs_how = teller.spans.of(test), stop
                return
    if event.runs_cut is None and not mentioned(teller, teller.dialect.stop_field):
        unchecked(teller, request, event)


def unchecked(teller: Teller, request: Request, event: Requested) -> None:
    """The file never asks why a turn ended, and runs the calls that it finds in the content."""
    assert request.cycle is not None
    judge = StopJudge(teller, request, teller.dialect.cut_stops[0], calls=True)
    for block, where in answering(teller, request):
        if not answers(teller, block, judge.root):
            continue
        loops = [f.node for f in beyond(where.frame, request.cycle.frame) if f.kind in ("for", "comp")]
        source = getattr(loops[-1], "iter", None) if loops else None
        if source is not None:
            event.runs_cut, event.runs_how = teller.spans.of(source), ""
            event.evidence = Evidence(Confidence.POSSIBLE, event.evidence.related)
            return


def answers(teller: Teller, block: BlockSink, root: Root) -> bool:
    """Whether a result is for a call of the request's turn, seen from the block itself or from its callers."""
    ident = block.fields[teller.dialect.result_id]
    envs = [teller.prov.env_at(block.where), *(i.env for i in teller.sinks.instances(block.where, up=1))]
    values = [teller.prov.eval(ident, env) for env in envs]
    return any(isinstance(v, Atom) and v.root == root and not v.taken for v in values)


def answering(teller: Teller, request: Request) -> list[tuple[BlockSink, Where]]:
    """The results that are made in the cycle, each with the place in the loop that leads to it."""
    assert request.cycle is not None
    found: list[tuple[BlockSink, Where]] = []
    for block in teller.block_sinks:
        if block.kind != teller.dialect.result or teller.dialect.result_id not in block.fields:
            continue
        places = [block.where]
        if block.scope is not request.cycle.scope and block.scope.is_function:
            places = [s.where for s in teller.sinks.sites(block.scope)]
        found.extend((block, w) for w in places if request.cycle.surrounds(w) and is_real(teller, block))
    return found


def is_real(teller: Teller, block: BlockSink) -> bool:
    """Whether the result is one of running something: not a constant that stands in for it."""
    content = block.fields.get("content")
    value = teller.prov.eval(content, teller.prov.env_at(block.where)) if content is not None else None
    flagged = block.fields.get("is_error")
    always = isinstance(flagged, ast.Constant) and flagged.value is True
    return value is not None and not isinstance(value, Const) and not always


def compared(teller: Teller) -> bool:
    """Whether the file compares something with a stop reason after which no calls are to be run."""
    scopes = (teller.index.module, *teller.index.functions)
    return any(names(c, stop) for s in scopes for c in s.compares for stop in teller.dialect.cut_stops)


def mentioned(teller: Teller, name: str) -> bool:
    return name in teller.index.strings or name in teller.index.attributes


class StopJudge:
    """Judges tests under the assumption that the turn of a request stopped for one reason, with calls or without."""

    def __init__(self, teller: Teller, request: Request, stop: str, *, calls: bool) -> None:
        self.teller = teller
        self.prov = teller.prov
        self.dialect = teller.dialect
        self.request = request
        self.stop = stop
        self.calls = calls
        self.root = Root("model", teller.dialect.name, id(request.node))
        self.depth = 0

    # -- tests -------------------------------------------------------------------------------------------------------
    def test(self, node: Test, env: Env) -> bool | None:
        """Whether a test holds, fails, or depends on something else."""
        if self.depth > MAX_DEPTH:
            return None
        self.depth += 1
        try:
            return self._test(node, env)
        finally:
            self.depth -= 1

    def _test(self, node: Test, env: Env) -> bool | None:
        if isinstance(node, CaseTest):
            return self.case(node, env)
        if isinstance(node, ast.BoolOp):
            verdicts = [self.test(v, env) for v in node.values]
            return both(verdicts) if isinstance(node.op, ast.And) else either(verdicts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            verdict = self.test(node.operand, env)
            return None if verdict is None else not verdict
        if isinstance(node, ast.NamedExpr):
            return self.test(node.value, env)
        if isinstance(node, ast.Compare):
            return self.compare(node, env) if len(node.ops) == 1 else None
        if isinstance(node, ast.Call):
            return self.call(node, env)
        if isinstance(node, ast.Name):
            return self.name(node, env)
        return self.truth(self.prov.eval(node, env))

    def name(self, node: ast.Name, env: Env) -> bool | None:
        """A variable that holds a test is judged at its definition."""
        if node.id not in env.bound:
            bindings = self.prov.reaching(env.scope.bindings.get(node.id, []), env)
            value = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
            if isinstance(value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call)) and not bindings[0].path:
                verdict = self.test(value, self.prov.moved(env, bindings[0].where))
                if verdict is not None:
                    return verdict
        return self.truth(self.prov.eval(node, env))

    def compare(self, node: ast.Compare, env: Env) -> bool | None:
        left, op, right = node.left, node.ops[0], node.comparators[0]
        if isinstance(op, (ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.Eq, ast.NotEq)):
            counted = self.counted(left, op, right, env)
            if counted is not None:
                return counted
        if isinstance(op, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
            sides = [(left, right), (right, left)]
            given = next((b for a, b in sides if self.is_stop(self.prov.eval(a, env))), None)
            other = self.prov.eval(given, env) if given is not None else None
            if not isinstance(other, Const):
                return None
            return (other.value == self.stop) == isinstance(op, (ast.Eq, ast.Is))
        if isinstance(op, (ast.In, ast.NotIn)) and self.is_stop(self.prov.eval(left, env)):
            texts = self.texts(self.prov.eval(right, env))
            return None if texts is None else (self.stop in texts) == isinstance(op, ast.In)
        return None

    def counted(self, left: ast.expr, op: ast.cmpop, right: ast.expr, env: Env) -> bool | None:
        """``len(calls) == 0`` and its like."""
        if not (isinstance(left, ast.Call) and dotted(left.func) == "len" and len(left.args) == 1):
            return None
        number = self.prov.constant(self.prov.eval(right, env))
        some = self.truth(self.prov.eval(left.args[0], env))
        if some is None or number not in (0, 1):
            return None
        if (number == 0 and isinstance(op, (ast.Gt, ast.NotEq))) or (number == 1 and isinstance(op, ast.GtE)):
            return some
        if (number == 0 and isinstance(op, ast.Eq)) or (number == 1 and isinstance(op, ast.Lt)):
            return not some
        return None

    def call(self, node: ast.Call, env: Env) -> bool | None:
        """``any(...)`` over the blocks, ``bool(calls)``, and a function of the file that returns a test."""
        name = dotted(node.func)
        if name == "any" and len(node.args) == 1 and isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp)):
            return self.some(node.args[0], env)
        if name in ("bool", "list") and len(node.args) == 1:
            return self.test(node.args[0], env)
        if name.split(".")[-1] in self.teller.index.by_name:
            callee = self.prov.eval(node.func, env)
            if isinstance(callee, Func) and len(callee.scope.returns) == 1:
                inner = self.prov.call_env(callee.scope, node, env, callee.instance)
                exit_ = callee.scope.returns[0]
                if inner is not None and exit_.value is not None and not exit_.where.frame:
                    return self.test(exit_.value, inner.at(exit_.where.frame, exit_.where.order))
        return self.truth(self.prov.eval(node, env))

    def some(self, node: ast.GeneratorExp | ast.ListComp, env: Env) -> bool | None:
        """``any(b.type == "tool_use" for b in reply.content)``."""
        found: list[bool | None] = []
        for inner, conds, loops in self.prov.generators(node.generators, env):
            found.append(self.element((*conds, Cond(node.elt, True, inner)), loops))
        return either(found) if found else None

    def case(self, node: CaseTest, env: Env) -> bool | None:
        """A ``case`` of a ``match`` over the stop reason."""
        if not self.is_stop(self.prov.eval(node.subject, env)):
            return None
        texts = pattern_texts(node.pattern)
        fits = True if texts is None else self.stop in texts
        return both([fits, self.test(node.guard, env)]) if node.guard is not None else fits

    # -- values ------------------------------------------------------------------------------------------------------
    def is_stop(self, value: Value) -> bool:
        """Whether a value is the stop reason of the request's turn (where the turn may be another's, it is not)."""
        found = [o.value for o in options(value)]
        return bool(found) and all(
            isinstance(v, Atom) and v.root == self.root and v.path == (self.dialect.stop_field,) for v in found
        )

    def texts(self, value: Value) -> list[object] | None:
        if isinstance(value, Record) and not value.spreads and value.cls is None:
            return list(value.fields)
        if not isinstance(value, Listing) or not all(isinstance(p.value, Const) for p in value.parts):
            return None
        return [p.value.value for p in value.parts if isinstance(p.value, Const)]

    def truth(self, value: Value) -> bool | None:
        """Whether a value counts as true."""
        if isinstance(value, Const):
            return bool(value.value)
        if isinstance(value, Atom):
            return True if value.root == self.root and value.path in ((), self.dialect.unit) else None
        if isinstance(value, Listing):
            return either([self.element(p.conds, p.loops) for p in value.parts]) if value.parts else False
        if isinstance(value, Alt):
            return self.agreed(value)
        return None

    def agreed(self, value: Alt) -> bool | None:
        """What the alternatives that may be taken agree on; a later one that is surely taken stands for all."""
        found = []
        for option in options(value):
            reached = self.element(option.conds, ()) if option.conds else True
            if reached is not False:
                found.append(self.truth(option.value))
        return found[0] if found and all(f is found[0] for f in found) else None

    def element(self, conds: tuple[Cond, ...], loops: tuple[Value, ...]) -> bool | None:
        """Whether some block of the turn fulfils conditions that only calls fulfil; None where others may as well."""
        turn = (self.root, self.dialect.unit)
        around = [o.value for loop in loops for o in options(loop) if isinstance(o.value, Atom)]
        if loops and not any(a.key == turn for a in around):
            return None
        if not conds:
            return True if loops else None
        key = frozenset({(self.root, (*self.dialect.unit, ELEMENT))})
        others = [k.name for k in self.dialect.kinds if k.name != self.dialect.call] + [OTHER]
        if any(self.teller.judge.assuming(kind, key).all(conds) is not False for kind in others):
            return None
        if not self.calls:
            return False
        return self.teller.judge.assuming(self.dialect.call, key).all(conds)

    # -- ways --------------------------------------------------------------------------------------------------------
    def lets_through(self, where: Where) -> ast.expr | None:
        """The last test of the stop reason on the way to a place that the turn comes to all the same."""
        assert self.request.cycle is not None
        frames = beyond(where.frame, self.request.cycle.frame)
        ways = [(t, h) for f in frames if f.kind != "comp" for t, h in f.tests]
        loop = self.request.cycle.loop
        if isinstance(loop, ast.While) and not isinstance(loop.test, ast.Constant):
            ways.insert(0, (loop.test, True))
        env = self.prov.env_at(where)
        last: ast.expr | None = None
        for test, holds in ways:
            verdict = self.test(test, env)
            about = self.about(test, env)
            if verdict is not None and verdict is not holds:
                return None
            if about and verdict is None:
                return None
            if about and isinstance(test, ast.expr):
                last = test
        return last

    def about(self, test: Test, env: Env) -> bool:
        """Whether a test looks at the stop reason."""
        if isinstance(test, CaseTest):
            return self.is_stop(self.prov.eval(test.subject, env))
        return any(
            self.is_stop(self.prov.eval(n, env))
            for n in ast.walk(test)
            if isinstance(n, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
        )


def pattern_texts(pattern: ast.pattern) -> list[object] | None:
    """The constants that a pattern stands for, or None for one that fits anything."""
    if isinstance(pattern, ast.MatchValue):
        return [pattern.value.value] if isinstance(pattern.value, ast.Constant) else []
    if isinstance(pattern, ast.MatchOr):
        found = [pattern_texts(p) for p in pattern.patterns]
        return None if any(f is None for f in found) else [t for f in found if f is not None for t in f]
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return pattern_texts(pattern.pattern)
    return None if isinstance(pattern, ast.MatchAs) else []


@dataclass
class Left:
    """How a path goes on: ``fall``, ``again``, ``end``, or ``unknown``; and the test because of which it ends."""

    how: str
    test: ast.expr | None = None


class Path:
    """The one path that the statements after a request take under an assumption."""

    def __init__(self, teller: Teller, request: Request, judge: StopJudge) -> None:
        assert request.cycle is not None
        self.teller = teller
        self.judge = judge
        self.cycle = request.cycle
        self.begun = False
        at = request.cycle.where.statement
        self.start = at if at is not None else request.node

    def end(self) -> ast.expr | None:
        """The test that ends the loop, where the path certainly leads to its end."""
        left = self.block(self.cycle.loop.body, None)
        if not self.begun or left.how == "unknown":
            return None
        if left.how == "end":
            return left.test
        loop = self.cycle.loop
        if isinstance(loop, ast.While) and not isinstance(loop.test, ast.Constant):
            env = self.teller.prov.env_at(self.cycle.where)
            env = env.at(self.cycle.frame, float("inf"))
            return loop.test if self.judge.test(loop.test, env) is False and self.judge.about(loop.test, env) else None
        return None

    def block(self, body: list[ast.stmt], test: ast.expr | None) -> Left:
        for statement in body:
            if not self.begun:
                if not _holds(statement, self.start):
                    continue
                if statement is self.start and not isinstance(statement, (ast.With, ast.AsyncWith, ast.If)):
                    self.begun = True
                    continue
            left = self.statement(statement, test)
            if left.how != "fall":
                return left
        return Left("fall")

    def statement(self, node: ast.stmt, test: ast.expr | None) -> Left:
        if isinstance(node, ast.If):
            return self.branches(node, test)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            self.begun = self.begun or node is self.start
            return self.block(node.body, test)
        if isinstance(node, ast.Try):
            return self.block([*node.body, *node.orelse, *node.finalbody], test)
        if isinstance(node, ast.Continue):
            return Left("again")
        if isinstance(node, ast.Break):
            return Left("end", test)
        if isinstance(node, ast.Return):
            return Left("unknown") if self.asks(node) else Left("end", test)
        if isinstance(node, ast.Raise):
            return Left("unknown")
        if isinstance(node, ast.Match):
            return self.match(node)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self.inner(node)
        return Left("fall")

    def branches(self, node: ast.If, test: ast.expr | None) -> Left:
        if not self.begun:
            body = next((b for b in (node.body, node.orelse) if any(_holds(s, self.start) for s in b)), None)
            if body is not None:
                return self.block(body, test)
            self.begun = True  # the request stands in the test itself
        verdict = self.judge.test(node.test, self.env(node))
        if verdict is not None:
            return self.block(node.body if verdict else node.orelse, node.test)
        ways = [self.block(node.body, node.test), self.block(node.orelse, node.test)]
        return ways[0] if ways[0].how == ways[1].how and ways[0].how in ("fall", "again") else Left("unknown")

    def inner(self, node: ast.For | ast.AsyncFor | ast.While) -> Left:
        """A loop in the loop: nothing is known where it may leave the outer one."""
        self.begun = True
        leaves = any(isinstance(n, (ast.Return, ast.Raise)) for n in ast.walk(node))
        return Left("unknown") if leaves else Left("fall")

    def match(self, node: ast.Match) -> Left:
        for case in node.cases if self.begun else ():
            verdict = self.judge.test(CaseTest(node.subject, case.pattern, case.guard), self.env(node))
            if verdict:
                return self.block(case.body, node.subject)
            if verdict is None:
                break
        else:
            return Left("fall" if self.begun else "unknown")
        leaves = any(isinstance(n, (*EXITS, ast.Match)) and n is not node for n in ast.walk(node))
        return Left("unknown") if leaves else Left("fall")

    def env(self, node: ast.If | ast.Match) -> Env:
        """The environment of a statement's test."""
        return self.teller.prov.env_at(self.teller.index.tests[id(node)])

    def asks(self, node: ast.AST) -> bool:
        """Whether a statement makes a request itself, or calls what makes one."""
        found = [c for c in self.cycle.scope.calls if any(n is c.node for n in ast.walk(node))]
        return any(self.teller.prov.requests.may_give(c) for c in found)


def _holds(statement: ast.stmt, node: ast.AST) -> bool:
    return statement is node or any(n is node for n in ast.walk(statement))
