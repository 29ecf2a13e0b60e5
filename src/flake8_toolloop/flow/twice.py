"""A call that one path through the loop answers twice: in a handler and after it, or on each try of a retry."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.index import Frame, beyond, place_of
from flake8_toolloop.flow.paths import answers_element, call_elements, history_in_sight
from flake8_toolloop.flow.sinks import BlockSink
from flake8_toolloop.flow.story import AnsweredTwice, Evidence
from flake8_toolloop.flow.usermessages import is_result
from flake8_toolloop.flow.values import Record, options
from flake8_toolloop.flow.walks import Outcome, State, Walker

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

ADDING = frozenset({"append", "add", "put", "put_nowait"})


def tell(teller: Teller) -> None:
    """State the second results of calls, where the provider is known to refuse them."""
    if "twice" not in teller.dialect.losses:
        return
    results = [
        b for b in teller.block_sinks if b.kind == teller.dialect.result and teller.dialect.result_id in b.fields
    ]
    done: set[int] = set()
    for block in results:
        frame = block.where.frame
        while frame is not None:
            if frame.kind == "for" and frame.branch == "body" and id(frame.node) not in done:
                teller.within_budget(frame.node, lambda f=frame, b=block: walk(teller, f, b, results, done))  # type: ignore[misc]
            frame = frame.parent


def walk(teller: Teller, frame: Frame, block: BlockSink, results: list[BlockSink], done: set[int]) -> None:
    """Walk one loop over calls."""
    loop = frame.node
    assert isinstance(loop, (ast.For, ast.AsyncFor))
    elements = call_elements(teller, loop, frame, block.where)
    ident = teller.prov.eval(block.fields[teller.dialect.result_id], teller.prov.env_at(block.where))
    if not elements or not answers_element(ident, elements) or not history_in_sight(teller, block.where.scope):
        return
    done.add(id(loop))
    counter = Counter(teller, loop, block, results, elements)
    counter.frame = frame
    counter.block(loop.body, State(False))
    for second, first in counter.found:
        span = teller.spans.of(second)
        if not any(t.span == span for t in teller.story.twice):
            related = (Related("first", teller.spans.of(first), "the call gets its first result here"),)
            teller.story.twice.append(
                AnsweredTwice(span, teller.dialect, Evidence(Confidence.CERTAIN, related), second)
            )


class Counter(Walker):
    """Walks the body of a loop over calls and remembers the statement that answered the call."""

    frame: Frame

    def block(self, body: list[ast.stmt], start: State) -> list[Outcome]:
        if not hasattr(self, "found"):
            self.found: list[tuple[ast.stmt, ast.stmt]] = []
        return super().block(body, start)

    def statement(self, node: ast.stmt, current: State) -> list[Outcome]:
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self.tries(node, current)
        if isinstance(node, ast.Expr):
            place = self.added_to(node.value)
            if place is None:
                return [Outcome("fall", current)]
            if current.answered and current.culprit is not None and current.how == place and self.certain(node):
                self.found.append((node, current.culprit))
            return [Outcome("fall", State(True, node, place))]
        if isinstance(node, (ast.If, ast.Match, ast.With, ast.AsyncWith, ast.Try)):
            return super().statement(node, current)
        if isinstance(node, (ast.Continue, ast.Break, ast.Return, ast.Raise)):
            return [Outcome(type(node).__name__.lower(), current, node)]
        return [Outcome("fall", current)]

    def tries(self, node: ast.For | ast.AsyncFor | ast.While, current: State) -> list[Outcome]:
        """An inner loop: what one round has answered, the next must not answer again."""
        first = self.block(node.body, current)
        again = [o.state for o in first if o.kind in ("fall", "continue") and o.state.answered]
        for state in dict.fromkeys(again):
            if state != current:
                self.block(node.body, state)
        leaving = [o for o in first if o.kind in ("return", "raise")]
        return [*leaving, *(Outcome("fall", o.state) for o in first if o not in leaving)] or [Outcome("fall", current)]

    def attempt(self, node: ast.Try, current: State) -> list[Outcome]:
        out = self.block([*node.body, *node.orelse], current)
        for handler in node.handlers:
            out += self.block(handler.body, current)
        if not node.finalbody:
            return out
        return [
            replace(o, state=inner.state) if inner.kind == "fall" else inner
            for o in out
            for inner in self.block(node.finalbody, o.state)
        ]

    def blamed(self, outcome: Outcome, node: ast.stmt, others: list[Outcome]) -> Outcome:  # noqa: ARG002
        """Which branch leaves a call open is not asked here."""
        return outcome

    def added_to(self, node: ast.expr) -> str | None:
        """The list to which an expression adds a result for the call at hand."""
        if isinstance(node, ast.Await):
            node = node.value
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ADDING:
            return None
        place, where = place_of(node.func.value), self.teller.index.where.get(id(node))
        if place is None or where is None or len(node.args) != 1:
            return None
        value = self.teller.prov.eval(node.args[0], self.teller.prov.env_at(where))
        found = [o.value for o in options(value)]
        return place if found and all(isinstance(v, Record) and self.is_answer(v) for v in found) else None

    def is_answer(self, record: Record) -> bool:
        """Whether a record is a result for the call at hand, or a message with just that."""
        if is_result(self.teller, record):
            ident = record.get(self.teller.dialect.result_id)
            return ident is not None and answers_element(ident, self.elements)
        content = record.get("content") if record.has("role") else None
        if content is None:
            return False
        parts = self.teller.prov.parts(content)
        return len(parts) == 1 and isinstance(parts[0].value, Record) and self.is_answer(parts[0].value)

    def certain(self, node: ast.stmt) -> bool:
        """Whether no test stands before the second result: a flag may say that there is one already."""
        assert isinstance(node, ast.Expr)
        where = self.teller.index.where.get(id(node.value.value if isinstance(node.value, ast.Await) else node.value))
        if where is None:
            return False
        return not any(
            self.judge.test(test, self.env) is None
            for frame in beyond(where.frame, self.frame)
            for test, _ in frame.tests
        )
