"""Raw turns that ride along: another alternative, or another message of the function, sends the turn as it came."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.fates import Fate, Fates
from flake8_toolloop.flow.index import Where, chain_of, dotted, exclusive
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Replayed
from flake8_toolloop.flow.values import Atom, Cond, Record, Unknown, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def raw_alternative(teller: Teller, sink: MessageSink, event: Replayed) -> bool:
    """Whether the whole turn rides along: an alternative of the content, or a sibling message, passes it on."""
    if len(event.alternatives) > 1 and any(opaque_whole(teller, f) for f in event.alternatives):
        return not same_turn_filtered(event)
    if whole_beside(teller, sink):
        return True
    return any(
        other is not sink and raw_sibling(teller, sink, other)
        for other in teller.message_sinks
        if other.scope is sink.scope
    )


def same_turn_filtered(event: Replayed) -> bool:
    """Whether one alternative is the turn and another a filter of it: a flag drops blocks, nothing rides along."""
    whole = {t.source.key for f in event.alternatives if f.whole for t in f.turns}
    return any(
        not f.whole
        and f.turns
        and not f.values(event.dialect.call, Fate.MADE)
        and {t.source.key for t in f.turns} <= whole
        for f in event.alternatives
    )


def opaque_whole(teller: Teller, fates: Fates) -> bool:
    """An alternative that is one value from elsewhere, as it is, and not known to be text."""
    if fates.turns:
        return fates.whole
    if len(fates.parts) != 1:
        return False
    part = fates.parts[0]
    value = part.value
    if not isinstance(value, Atom) or value.path[-1:] != ("[]",) or text_tested(part.conds):
        return False
    if value.path[-2:-1] == (teller.dialect.text,):
        return False  # the text of a block
    if value.root.kind == "call" and value.path == ("[]",) and value.inputs:
        return presence_tested(teller, value, part.conds)  # a conversion, unless the code asks whether there is one
    return True


def presence_tested(teller: Teller, value: Atom, conds: tuple[Cond, ...]) -> bool:
    """Whether a condition asks for the value itself: ``if raw:``, ``raw is not None``, ``raw or rebuild()``."""
    for cond in conds:
        test = cond.test.left if isinstance(cond.test, ast.Compare) else cond.test
        if isinstance(test, (ast.Name, ast.NamedExpr, ast.Call, ast.Attribute)):
            asked = teller.prov.eval(test, cond.env)
            if any(isinstance(o.value, Atom) and o.value.root == value.root for o in options(asked)):
                return True
    return False


def text_tested(conds: tuple[Cond, ...]) -> bool:
    """Whether a condition says that the value is a string, or that there are no calls."""
    for cond in conds:
        test = cond.test
        if (
            cond.holds
            and isinstance(test, ast.Call)
            and dotted(test.func) == "isinstance"
            and len(test.args) == 2
            and dotted(test.args[1]).split(".")[-1] == "str"
        ):
            return True
    return False


def raw_sibling(teller: Teller, sink: MessageSink, other: MessageSink) -> bool:
    """Another message of the function that passes on a raw turn for the same source, checked before the rebuild."""
    if other.role not in (None, teller.dialect.assistant):
        return False
    tried = tried_first(sink.where, other.where)
    if not tried and not exclusive(sink.where.frame, other.where.frame):
        return False
    value = teller.prov.eval(other.content, teller.prov.env_at(other.where))
    atom = next((o.value for o in options(value) if isinstance(o.value, Atom)), None)
    if atom is None:
        return isinstance(value, Unknown) and (tried or asked_first(sink, other))
    return not also_text(teller, sink, atom) and (tried or checked_first(sink.where, other.where))


def tried_first(rebuilt: Where, raw: Where) -> bool:
    """``try: return cache[key]`` and the rebuild where there is none."""
    attempts = {id(f.node) for f in chain_of(raw.frame) if f.kind == "try" and f.branch == "body"}
    return any(
        f.kind == "try" and f.branch.startswith("handler") and id(f.node) in attempts for f in chain_of(rebuilt.frame)
    )


def whole_beside(teller: Teller, sink: MessageSink) -> bool:
    """Whether a message as it was kept takes the rebuild's place where there is one: ``if m.raw: return m.raw``."""
    parent = teller.index.parent(sink.literal.node)
    given: list[tuple[ast.expr, Where]] = []
    if isinstance(parent, ast.Return):
        given = [(e.value, e.where) for e in sink.scope.returns if e.value is not None]
    place = teller.history_place(sink)
    if place is not None and place[0] is sink.scope:
        changes = sink.scope.mutations.get(place[1], ())
        given += [(m.args[-1], m.where) for m in changes if m.op in ("append", "extend", "iadd") and m.args]
    return any(
        node is not sink.literal.node
        and kept_whole(teller, node, where)
        and (
            tried_first(sink.where, where) or (exclusive(sink.where.frame, where.frame) and asks_for(sink, node, where))
        )
        for node, where in given
    )


def kept_whole(teller: Teller, node: ast.expr, where: Where) -> bool:
    """Whether an expression is a field of something given, or something looked up, as it is."""
    if not isinstance(node, (ast.Attribute, ast.Subscript, ast.Name, ast.Call)) or is_made(node):
        return False
    value = teller.prov.eval(node, teller.prov.env_at(where))
    if isinstance(value, Unknown):
        return True
    return isinstance(value, Atom) and value.root.kind in ("param", "attr", "free", "global") and bool(value.path)


def is_made(node: ast.expr) -> bool:
    """Whether an expression may be a conversion of its own, and not what was kept."""
    return isinstance(node, ast.Call) and not (
        isinstance(node.func, ast.Attribute) and node.func.attr in ("copy", "get")
    )


def asks_for(sink: MessageSink, node: ast.expr, where: Where) -> bool:
    """Whether a test that holds on the one way and not on the other asks whether that very thing is there."""
    if not exclusive(sink.where.frame, where.frame):
        return False
    mine = {id(t): h for f in chain_of(sink.where.frame) for t, h in f.tests}
    wanted = ast.dump(node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node)
    return any(
        holds
        and mine.get(id(test)) is False
        and isinstance(test, ast.expr)
        and tests_presence(test)
        and any(ast.dump(n) == wanted or asks_for_key(n, node) for n in ast.walk(test))
        for frame in chain_of(where.frame)
        for test, holds in frame.tests
    )


def asks_for_key(test: ast.AST, node: ast.expr) -> bool:
    """``"raw" in m`` where ``m["raw"]`` is what is sent."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.In)
        and ast.dump(test.left) == ast.dump(node.slice)
        and ast.dump(test.comparators[0]) == ast.dump(node.value)
    )


def asked_first(sink: MessageSink, other: MessageSink) -> bool:
    """Whether a message of something unknown is sent where that very thing is there: ``raw = cache.get(key)``."""
    wanted = ast.dump(other.content)
    return checked_first(sink.where, other.where) and any(
        holds and any(ast.dump(n) == wanted for n in ast.walk(test))
        for frame in chain_of(other.where.frame)
        for test, holds in frame.tests
        if isinstance(test, ast.expr)
    )


def also_text(teller: Teller, sink: MessageSink, atom: Atom) -> bool:
    """Whether the rebuild uses the same value as text."""
    for literal in teller.index.literals:
        if literal.where.scope is not sink.scope or "text" not in literal.keys:
            continue
        record = teller.prov.eval(literal.node, teller.prov.env_at(literal.where))
        if isinstance(record, Record):
            text = record.get("text")
            for option in options(text) if text is not None else ():
                if isinstance(option.value, Atom) and option.value.key == atom.key:
                    return True
    return False


def checked_first(rebuilt: Where, raw: Where) -> bool:
    """Whether the raw path is taken because a test of its own holds, not because the rebuild's test fails."""
    mine = {id(t): h for f in chain_of(rebuilt.frame) for t, h in f.tests}
    for frame in chain_of(raw.frame):
        for test, holds in frame.tests:
            if id(test) in mine and mine[id(test)] != holds and holds:
                return tests_presence(test)
    return False


def tests_presence(test: object) -> bool:
    """``if m.raw:``, ``isinstance(m.content, list)``, ``"raw" in m``, ``m.raw is not None``."""
    if isinstance(test, ast.BoolOp):
        return any(tests_presence(v) for v in test.values)
    if isinstance(test, (ast.Name, ast.Attribute, ast.Subscript, ast.NamedExpr)):
        return True
    if isinstance(test, ast.Call):
        name = dotted(test.func).split(".")[-1]
        if name == "isinstance" and len(test.args) == 2:
            return dotted(test.args[1]).split(".")[-1] in ("list", "tuple", "Sequence", "List")
        return name in ("get", "hasattr", "bool", "getattr", "len")
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.In, ast.IsNot, ast.NotEq))
