"""Messages whose content may be left empty by a filter: a turn, the results of a turn without calls, a stored message.

Silent where anything on the way, or later in the function, asks whether there is something left.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Related
from flake8_toolloop.flow.conditions import OTHER
from flake8_toolloop.flow.fates import Fate, Fates
from flake8_toolloop.flow.index import Scope, Where, chain_of, place_of
from flake8_toolloop.flow.rewrites import Rewrite
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Emptied, Evidence, Replayed
from flake8_toolloop.flow.values import Listing, Record, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def tell(teller: Teller) -> None:
    """State the messages that a filter may leave without content."""
    for rewrite in teller.rewrites if teller.dialect.refuses_empty else ():
        teller.within_budget(rewrite.node, lambda r=rewrite: stored(teller, r))  # type: ignore[misc]
    for replay in list(teller.story.replays) if teller.dialect.refuses_empty else ():
        teller.within_budget(teller.index.tree, lambda r=replay: turn(teller, r))  # type: ignore[misc]
    for sink in teller.message_sinks if teller.dialect.refuses_empty else ():
        if sink.role == teller.dialect.user:
            teller.within_budget(sink.content, lambda s=sink: results(teller, s))  # type: ignore[misc]


def state(teller: Teller, node: ast.AST, what: str, related: Iterable[Related] = ()) -> None:
    span = teller.spans.of(node)
    if not any(e.span == span for e in teller.story.emptied):
        evidence = Evidence(Confidence.LIKELY, tuple(related))
        teller.story.emptied.append(Emptied(span, teller.dialect, evidence, what, node))


# -- stored messages -------------------------------------------------------------------------------------------------
def stored(teller: Teller, rewrite: Rewrite) -> None:
    """A sanitiser writes back whatever is left."""
    alternatives = teller.contents_of(rewrite)
    if not alternatives or not all(may_be_empty(f) and names_what_falls(f) for f in alternatives):
        return
    if not any(texts_fall(teller, f) and not f.lost(teller.dialect.text) for f in alternatives):
        return  # what takes deliberation alone out of stored turns is told as such
    if not any(teller.histories.is_sent(node) for _, node in rewrite.targets):
        return
    if not any(teller.cycles.held_by(n) for n in (rewrite.source.node, *(n for _, n in rewrite.targets))):
        return
    scopes = {id(w.scope): w.scope for w in (*rewrite.wheres, *(w for w, _ in rewrite.targets))}
    if any(asks_for_content(teller, scope, rewrite.content) for scope in scopes.values()):
        return
    state(teller, rewrite.content, "stored")


def may_be_empty(fates: Fates) -> bool:
    """Whether every part of a turn's content has to pass a test on the blocks."""
    if not fates.turns or not fates.parts:
        return False
    judged = {id(c.part) for found in fates.by_kind.values() for c in found if any(c.of(t) for t in fates.turns)}
    return all(part.conds and id(part) in judged for part in fates.parts)


def names_what_falls(fates: Fates) -> bool:
    """Whether the filter says what goes and keeps what nobody has invented yet: all that it keeps is told elsewhere."""
    return fates.fate(OTHER) >= Fate.COPIED


def texts_fall(teller: Teller, fates: Fates) -> bool:
    """Whether texts, or some of them, do not pass while calls do: a turn may be one text."""
    sure = {
        kind: any(c.sure for c in fates.by_kind.get(kind, ())) for kind in (teller.dialect.text, teller.dialect.call)
    }
    return sure[teller.dialect.call] and not sure[teller.dialect.text]


def thoughts_fall(teller: Teller, fates: Fates) -> bool:
    """Whether a kind of deliberation that has a text falls: a turn that was cut short may be nothing else."""
    return any(fates.lost(k.name) for k in teller.dialect.kinds if k.deliberation and k.name in k.fields)


def asks_for_content(teller: Teller, scope: Scope, content: ast.expr) -> bool:
    """Whether a test of the function looks whether a content (or the list that becomes one) is empty."""
    names = {content.id} if isinstance(content, ast.Name) else set()
    key = teller.dialect.unit[-1]
    for node in ast.walk(scope.node):
        tests: list[ast.expr] = []
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            tests = [node.test]
        elif isinstance(node, ast.comprehension):
            tests = node.ifs
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and emptiness(node.values[0], names, key):
            return True
        if any(emptiness(part, names, key) for test in tests for part in parts_of(test)):
            return True
    return False


def parts_of(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp):
        return [p for v in test.values for p in parts_of(v)]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return parts_of(test.operand)
    return [test]


def emptiness(test: ast.expr, names: set[str], key: str) -> bool:
    """``kept``, ``m["content"]``, ``len(kept) == 0``, ``kept == []``, ``any(kept)``."""
    subject: ast.expr = test
    if isinstance(test, ast.Compare):
        subject = test.left
    if isinstance(subject, ast.NamedExpr):
        return True
    if isinstance(subject, ast.Call) and subject.args and getattr(subject.func, "id", "") in ("len", "any", "bool"):
        subject = subject.args[0]
    if isinstance(subject, ast.Call) and isinstance(subject.func, ast.Attribute) and subject.func.attr == "get":
        return bool(subject.args) and isinstance(subject.args[0], ast.Constant) and subject.args[0].value == key
    place = place_of(subject)
    return place is not None and (place in names or place.endswith(f".{key}"))


# -- turns -----------------------------------------------------------------------------------------------------------
def turn(teller: Teller, replay: Replayed) -> None:
    """A filter of the turn may leave nothing of it."""
    if not replay.assistant or replay.leftover or replay.only_shown or replay.raw_alternative or replay.constant:
        return
    if replay.where is None or replay.content_node is None or not replay.cycle_open:
        return
    if not replay.alternatives or not all(empties(teller, f) for f in replay.alternatives):
        return
    wheres = [replay.where, *(teller.index.where[id(s)] for s in replay.sites if id(s) in teller.index.where)]
    if any(guarded(where) for where in wheres):
        return
    if any(asks_for_content(teller, w.scope, c) for w in wheres for c in content_names(teller, replay)):
        return
    state(teller, replay.content_node, "turn", replay.evidence.related[:2])


def empties(teller: Teller, fates: Fates) -> bool:
    """Whether a received turn may lose all that it has."""
    if not may_be_empty(fates) or not names_what_falls(fates) or not any(t.certain for t in fates.turns):
        return False
    return texts_fall(teller, fates) or thoughts_fall(teller, fates)


def content_names(teller: Teller, replay: Replayed) -> list[ast.expr]:
    """The content, and the names that it goes through."""
    out = [n for n in (replay.content_node,) if isinstance(n, ast.expr)]
    for sink in teller.message_sinks:
        if sink.where is replay.where:
            out.append(sink.content)
    return out


def guarded(where: Where) -> bool:
    """Whether any test that is not a count stands on the way."""
    return any(
        not counts(test)
        for frame in chain_of(where.frame)
        if frame.kind in ("if", "after", "while", "match", "holds")
        for test, _ in frame.tests
    )


def counts(test: object) -> bool:
    return (
        isinstance(test, ast.Compare)
        and any(isinstance(op, ORDER) for op in test.ops)
        and not any(isinstance(n, ast.Call) for n in ast.walk(test))
    )


# -- results ---------------------------------------------------------------------------------------------------------
def results(teller: Teller, sink: MessageSink) -> None:
    """The results' message goes in although there may have been no calls."""
    loop = next(
        (
            f
            for f in reversed(chain_of(sink.where.frame))
            if f.kind in ("for", "while") and f.branch == "body" and teller.cycles.is_cycle(f.node, sink.scope)
        ),
        None,
    )
    if loop is None or not all_loop_over_calls(teller, sink):
        return
    if not any(teller.histories.is_sent(node) for node in teller.cycles.taken_by(sink)):
        return
    on_the_way = [f for f in chain_of(sink.where.frame) if f.depth > loop.depth]
    tests = [(t, h) for f in on_the_way if f.kind not in ("with", "try") for t, h in f.tests]
    if not all(says_nothing_of_calls(teller, t, holds) for t, holds in tests) or (
        loop.tests and not counts(loop.tests[0][0])
    ):
        return
    if isinstance(sink.content, ast.Name) and asks_for_content(teller, sink.scope, sink.content):
        return
    if any(
        m.op in ("append", "insert", "extend") and m.where.order > sink.where.order
        for m in sink.scope.mutations.get(place_of(sink.content) or "", ())
    ):
        return
    if not tests and not ends_later(loop.node, sink):
        return
    state(teller, sink.content, "results")


def all_loop_over_calls(teller: Teller, sink: MessageSink) -> bool:
    """Whether the content is nothing but one result for each call of a turn."""
    value = teller.prov.eval(sink.content, teller.prov.env_at(sink.where))
    if not isinstance(value, Listing) or not value.parts:
        return False
    return all(
        part.loops and isinstance(option.value, Record) and teller.judge.kind_of(option.value) == teller.dialect.result
        for part in value.parts
        for option in options(part.value)
    )


def says_nothing_of_calls(teller: Teller, test: object, holds: bool) -> bool:
    """``not (answer and not calls)``: there may be no calls all the same."""
    if not isinstance(test, ast.BoolOp) or not isinstance(test.op, ast.And) or holds:
        return counts(test)
    stop = teller.dialect.stop_field
    return not any(getattr(n, "attr", None) == stop or getattr(n, "value", None) == stop for n in ast.walk(test))


def ends_later(loop: ast.AST, sink: MessageSink) -> bool:
    """Whether the loop is left only after the message went in: the last turn, without calls, passes by."""
    line = sink.literal.node.lineno
    ends = [n for n in ast.walk(loop) if isinstance(n, (ast.Break, ast.Return))]
    return bool(ends) and all(n.lineno > line for n in ends)
