"""Deliberation that is taken out of stored turns: which turns, how, and whether a cycle may be open.

Only what is said of the messages themselves may decide that closed cycles alone are touched; a test that compares the
provider or the model at hand, and a second try after a refusal, are changes of the history that the provider asks for.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Test, Where, chain_of
from flake8_toolloop.flow.rewrites import Rewrite
from flake8_toolloop.flow.story import Evidence, Stripped
from flake8_toolloop.flow.values import Cond

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

SIMPLE = frozenset({"isinstance", "len", "get", "hasattr", "getattr", "bool", "type"})


def tell(teller: Teller) -> None:
    """State the filters over stored turns that let deliberation fall."""
    if not any(kind in teller.source for kind in teller.dialect.deliberation):
        return
    for rewrite in teller.rewrites:
        teller.within_budget(rewrite.node, lambda r=rewrite: state(teller, r))  # type: ignore[misc]


def state(teller: Teller, rewrite: Rewrite) -> None:
    alternatives = teller.contents_of(rewrite)
    stripping = [f for f in alternatives if falls(teller, f)]
    unsigned = [] if stripping else [f for f in alternatives if only_unsigned(teller, f)]
    if not stripping and not unsigned:
        return
    span = teller.spans.of(rewrite.node)
    if any(s.span == span for s in teller.story.stripped):
        return
    cycles = teller.cycles
    held = cycles.held_by(rewrite.source.node) or any(cycles.held_by(n) for _, n in rewrite.targets)
    looks = Conditions(teller, rewrite)
    teller.story.stripped.append(
        Stripped(
            span,
            teller.dialect,
            Evidence(Confidence.LIKELY if held else Confidence.POSSIBLE, tuple(related(teller, rewrite))),
            kinds=tuple(k for k in teller.dialect.deliberation if any(f.lost(k) for f in stripping)),
            unsigned=bool(unsigned),
            cycle_open=any(cycles.sent_while_open(w, node, barred=looks.switched_at) for w, node in rewrite.targets),
            closed_only=looks.closed_only(),
            switched=looks.switched(),
            node=rewrite.node,
        )
    )


def related(teller: Teller, rewrite: Rewrite) -> list[Related]:
    out = []
    for call in teller.histories.senders[:1]:
        out.append(Related("next request", teller.spans.of(call.node), "the history is sent here"))
    if rewrite.content is not rewrite.node:
        out.append(Related("filter", teller.spans.of(rewrite.content), "blocks are chosen here"))
    return out


def falls(teller: Teller, fates: Fates) -> bool:
    """Whether a kind of deliberation certainly falls while the calls stay."""
    if not fates.turns or fates.lost(teller.dialect.call):
        return False
    return any(fates.lost(kind) for kind in teller.dialect.deliberation)


def only_unsigned(teller: Teller, fates: Fates) -> bool:
    """Whether only deliberation without a signature falls: a test names both, and nothing else of the turn falls."""
    if not fates.turns or any(fates.lost(kind) for kind in (teller.dialect.call, *teller.dialect.deliberation)):
        return False
    signed = next(k.name for k in teller.dialect.kinds if k.deliberation and teller.dialect.signature in k.fields)
    words = {signed, teller.dialect.signature}
    return any(words <= named(teller, cond) for part in fates.parts for cond in part.conds)


def named(teller: Teller, cond: Cond) -> set[str]:
    """The words in a test, those of the functions that it asks included."""
    if not isinstance(cond.test, ast.expr):
        return set()
    trees: list[ast.AST] = [cond.test]
    for node in ast.walk(cond.test):
        callee = teller.histories.callee_of(node, cond.env.scope) if isinstance(node, ast.Call) else None
        if callee is not None:
            trees.append(callee.node)
    found = {getattr(n, "value", None) for t in trees for n in ast.walk(t) if isinstance(n, ast.Constant)}
    found |= {n.attr for t in trees for n in ast.walk(t) if isinstance(n, ast.Attribute)}
    return {word for word in found if isinstance(word, str)}


class Conditions:
    """The tests on the way to a rewrite, and to the calls through which it is reached."""

    def __init__(self, teller: Teller, rewrite: Rewrite) -> None:
        self.teller = teller
        self.rewrite = rewrite
        self.places = [*rewrite.wheres, rewrite.source.where, *(w for w, _ in rewrite.targets)]
        dialect = teller.dialect
        self.words = {k.name for k in dialect.kinds} | {dialect.assistant, dialect.user, "role", "type", "content"}

    def closed_only(self) -> bool:
        """Whether something picks the turns by their place or by what they hold, beyond leaving the last one alone."""
        sliced = self.rewrite.source.sliced
        if sliced is not None and not last_left_alone(sliced):
            return True
        tests = [*self.rewrite.source.chosen, *(t for w in self.places for t in tests_at(w))]
        return any(by_place(test) or self.asks_for_calls(test) for test in tests)

    def asks_for_calls(self, test: Test) -> bool:
        """``any(b.type == "tool_use" ...)``, ``has_calls(m)``: what a turn holds decides."""
        for part in conjuncts(test):
            if isinstance(part, ast.Call):
                name = getattr(part.func, "attr", getattr(part.func, "id", ""))
                if name not in SIMPLE and part.args:
                    return True
        return False

    def switched(self) -> bool:
        """Whether it is done for another provider or model only, or in a second try."""
        return any(self.switched_at(where) for where in self.places)

    def switched_at(self, where: Where) -> bool:
        """The same for one place on the way."""
        if any(f.kind == "try" and f.branch.startswith("handler") for f in chain_of(where.frame)):
            return True
        return any(self.compares_setting(test) for test in tests_at(where))

    def compares_setting(self, test: Test) -> bool:
        """``model != self.last_model``, ``provider == "bedrock"``: what is compared is no part of a message."""
        for part in conjuncts(test):
            if isinstance(part, ast.Compare) and any(isinstance(op, (ast.Eq, ast.NotEq)) for op in part.ops):
                sides = [part.left, *part.comparators]
                own = any(
                    getattr(n, "value", None) in self.words or getattr(n, "attr", None) in self.words
                    for s in sides
                    for n in ast.walk(s)
                )
                if not own and not any(is_length(s) for s in sides):
                    return True
        return False


def tests_at(where: Where) -> list[Test]:
    return [t for f in chain_of(where.frame) if f.kind in ("if", "after", "while", "comp") for t, _ in f.tests]


def conjuncts(test: Test) -> list[ast.expr]:
    """The tests that ``and``, ``or`` and ``not`` put together."""
    if isinstance(test, ast.BoolOp):
        return [c for v in test.values for c in conjuncts(v)]
    if isinstance(test, ast.UnaryOp):
        return conjuncts(test.operand)
    return [test] if isinstance(test, ast.expr) else []


def is_length(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and isinstance(node.value, int)) or (
        isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len"
    )


def last_left_alone(cut: ast.Slice) -> bool:
    """``[:-1]``: all but the last."""
    return (
        cut.lower is None
        and isinstance(cut.upper, ast.UnaryOp)
        and isinstance(cut.upper.op, ast.USub)
        and isinstance(cut.upper.operand, ast.Constant)
        and cut.upper.operand.value == 1
    )


def by_place(test: Test) -> bool:
    """``i < last_question``, ``m is not current``: the place of a message decides, not what it holds."""
    if not isinstance(test, ast.expr):
        return False
    for node in ast.walk(test):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops) and not any(
                isinstance(s, ast.Constant) for s in sides
            ):
                return True
            if any(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)) for op in node.ops) and all(
                isinstance(s, (ast.Name, ast.Attribute, ast.BinOp)) for s in sides
            ):
                return True
    return False
