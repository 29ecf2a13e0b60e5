"""A walk through the body of a loop over calls, with one bit of state: has the call at hand been answered?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from flake8_toolloop.flow.conditions import Key
from flake8_toolloop.flow.fates import type_names
from flake8_toolloop.flow.index import CaseTest, ForNode, place_of
from flake8_toolloop.flow.sinks import BlockSink, fields_of
from flake8_toolloop.flow.values import Env

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
        if not holds_node(argument, node):
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
        elif verdict is None and isinstance(node.test, ast.UnaryOp) and self.own_type(node.test.operand):
            verdict = False
        elif verdict is None and self.plain_data(node.test):
            verdict = False  # blocks of the SDK are no dicts, and plain blocks nothing else
        yes = self.block(node.body, current) if verdict is not False else []
        no = self.block(node.orelse, current) if verdict is not True else []
        if verdict is None and not current.answered:
            no = [self.blamed(o, last_branch(node), yes) for o in no]
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
        out = [o for o in body if o.kind != "raise" or not node.handlers]
        for handler in node.handlers:
            for outcome in self.block(handler.body, current):
                swallowed = outcome.kind == "fall" and not outcome.state.answered
                if swallowed and any(o.state.answered for o in body):
                    out.append(Outcome("fall", State(False, first_of(handler), "except")))
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
                    and not self.filled_here(test.comparators[0])
                )
        return False

    def filled_here(self, node: ast.expr) -> bool:
        """Whether the loop itself fills a set: ``if name in seen: continue`` passes over what came before."""
        inside = {id(n) for n in ast.walk(self.loop)}
        place = place_of(node) or ""
        return any(m.op in ("add", "append") and id(m.node) in inside for m in self.scope.mutations.get(place, ()))

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
        if place in self.places and not any(self.says_otherwise(a) for a in call.args):
            return True
        return any(self.hands_on(a) for a in call.args)

    def says_otherwise(self, node: ast.expr) -> bool:
        """Whether what goes into the history is a message that is certainly no result: a user's, a system text."""
        dialect = self.teller.dialect
        if not dialect.whole_message or not isinstance(node, (ast.Dict, ast.Call)):
            return False
        role = fields_of(node).get("role")
        return isinstance(role, ast.Constant) and role.value != dialect.result

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


def last_branch(node: ast.If) -> ast.stmt:
    """The ``else`` that gives no result, or the last ``elif`` of a chain: where the ``else`` is missing."""
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
    return node.orelse[-1] if node.orelse else node


def first_of(handler: ast.ExceptHandler) -> ast.stmt:
    return handler.body[0]


def holds_node(outer: ast.AST, inner: ast.AST | None) -> bool:
    return any(n is inner for n in ast.walk(outer))
