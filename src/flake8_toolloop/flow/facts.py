"""The facts of a replay that silence or sharpen: raw alternatives, what is only shown, open cycles, sleep."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.carriers import holder, keeps_turn
from flake8_toolloop.flow.conditions import EMPTY, Key
from flake8_toolloop.flow.deliberation import in_tests, made_up
from flake8_toolloop.flow.dumped import only_dumped
from flake8_toolloop.flow.fates import Fate, Fates, type_names
from flake8_toolloop.flow.index import Scope, Where, chain_of, dotted, exclusive
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Replayed
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, Const, Listing, Record, Root, Unknown, atoms, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

SHOWING = frozenset(
    {"print", "log", "debug", "info", "warning", "error", "exception", "dump", "emit", "display", "echo", "send_json",
     "send_text", "broadcast", "publish", "notify", "render"}
)  # fmt: skip


def of_replay(teller: Teller, sink: MessageSink, event: Replayed) -> None:
    """Fill in the facts of one replay."""
    event.constant = is_constant(event) or made_up_calls(event)
    event.only_shown = only_shown(teller, sink) or foreign_vocabulary(event) or from_other_provider(event)
    event.raw_alternative = raw_alternative(teller, sink, event) or keeps_turn(teller, event.alternatives)
    event.cycle_open = cycle_open(teller, sink)
    event.asleep = asleep(teller, event)
    event.raises = raises(teller, event)
    event.carrier = holder(teller, event.alternatives)


def of_leftover(teller: Teller, event: Replayed) -> None:
    """The facts of a list of blocks whose message is made elsewhere."""
    event.constant = is_constant(event) or made_up_calls(event) or in_tests(teller.path)
    event.only_shown = from_other_provider(event)
    event.asleep = asleep(teller, event)
    event.raises = raises(teller, event)
    event.carrier = holder(teller, event.alternatives)
    event.raw_alternative = (
        len(event.alternatives) > 1 and any(opaque_whole(teller, f) for f in event.alternatives)
    ) or keeps_turn(teller, event.alternatives)


def is_constant(event: Replayed) -> bool:
    """Whether the call blocks, or all blocks, are filled from constants only: few-shot or test data."""
    ids: list[object] = []
    records: list[bool] = []
    for fates in event.alternatives:
        for part in fates.parts:
            for option in options(part.value):
                record = option.value
                if isinstance(record, Record) and not record.spreads:
                    values = [record.get(name) for name in (*record.fields, *(s.key for s in record.sets))]
                    records.append(all(isinstance(v, Const) or _constant_record(v) for v in values))
                    if record.has("id"):
                        ids.append(record.get("id"))
                else:
                    records.append(isinstance(record, Const))
    return (bool(ids) and all(isinstance(i, Const) for i in ids)) or (bool(records) and all(records))


def made_up_calls(event: Replayed) -> bool:
    """Whether every call's id is made up on the spot: calls parsed from another model's text, few-shot examples."""
    ids = []
    for fates in event.alternatives:
        for carried in fates.by_kind.get(event.dialect.call, ()):
            if isinstance(carried.value, Record):
                value = carried.value.get("id")
                ids.append(
                    (value is not None and all(made_up(o.value) for o in options(value))) or placeholder(carried.value)
                )
    return bool(ids) and all(ids)


def placeholder(record: Record) -> bool:
    """A call whose name and input are constants was never received."""
    values = [record.get("name"), record.get("input")]
    return all(isinstance(v, Const) or _constant_record(v) for v in values)


def foreign_vocabulary(event: Replayed) -> bool:
    """Whether blocks of other vocabularies stand beside the dialect's: a store's or a screen's message."""
    known = {k.name for k in event.dialect.kinds} | set(event.dialect.input_kinds)
    for fates in event.alternatives:
        for part in fates.parts:
            for option in options(part.value):
                if isinstance(option.value, Record) and not option.value.name:
                    declared = option.value.get("type")
                    if isinstance(declared, Const) and isinstance(declared.value, str) and declared.value not in known:
                        return True
    return False


def from_other_provider(event: Replayed) -> bool:
    """Whether the calls come from another provider's response: it has no deliberation of this dialect to lose."""
    for fates in event.alternatives:
        for carried in fates.by_kind.get(event.dialect.call, ()):
            if isinstance(carried.value, Record):
                value = carried.value.get("id")
                if value is not None and any(set(a.path) & set(event.dialect.foreign_steps) for a in atoms(value)):
                    return True
    return False


def _constant_record(value: object) -> bool:
    if isinstance(value, Record):
        return not value.spreads and all(isinstance(value.get(n), Const) for n in value.fields)
    return isinstance(value, Listing) and all(isinstance(p.value, Const) for p in value.parts)


def only_shown(teller: Teller, sink: MessageSink) -> bool:
    """Whether the message is handed to something that shows, logs or stores, straight away, or becomes a text."""
    node: ast.AST | None = sink.literal.node
    while node is not None and isinstance(node, (ast.expr, ast.keyword)):
        parent = teller.index.parent(node)
        if isinstance(parent, ast.Call) and node is not parent.func and dotted(parent.func).split(".")[-1] in SHOWING:
            return True
        node = parent
    return only_dumped(teller, sink)


def raw_alternative(teller: Teller, sink: MessageSink, event: Replayed) -> bool:
    """Whether the whole turn rides along: an alternative of the content, or a sibling message, passes it on."""
    if len(event.alternatives) > 1 and any(opaque_whole(teller, f) for f in event.alternatives):
        return not same_turn_filtered(event)
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
    if other.role not in (None, teller.dialect.assistant) or not exclusive(sink.where.frame, other.where.frame):
        return False
    value = teller.prov.eval(other.content, teller.prov.env_at(other.where))
    atom = next((o.value for o in options(value) if isinstance(o.value, Atom)), None)
    if atom is None:
        return isinstance(value, Unknown) and asked_first(sink, other)
    return not also_text(teller, sink, atom) and checked_first(sink, other)


def asked_first(sink: MessageSink, other: MessageSink) -> bool:
    """Whether a message of something unknown is sent where that very thing is there: ``raw = cache.get(key)``."""
    wanted = ast.dump(other.content)
    return checked_first(sink, other) and any(
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


def checked_first(sink: MessageSink, other: MessageSink) -> bool:
    """Whether the raw path is taken because a test of its own holds, not because the rebuild's test fails."""
    mine = {id(t): h for f in chain_of(sink.where.frame) for t, h in f.tests}
    for frame in chain_of(other.where.frame):
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


def cycle_open(teller: Teller, sink: MessageSink) -> bool:
    """Whether results for calls follow the replay on the same path in the same function."""
    for literal in teller.index.literals:
        if literal.where.scope is not sink.scope:
            continue
        if teller.dialect.result_id in literal.keys and not exclusive(sink.where.frame, literal.where.frame):
            return True
    return False


def raises(teller: Teller, event: Replayed) -> bool:
    """Whether the chain that makes the blocks raises for deliberation: nothing goes back without it."""
    for fates in event.alternatives:
        elements = {(t.source.root, (*t.source.path, ELEMENT)) for t in fates.turns}
        if not elements:
            continue
        kinds = [k for k in event.dialect.deliberation if fates.fate(k) in (Fate.DROPPED, Fate.INCOMPLETE)]
        for carried in fates.by_kind.get(event.dialect.call, ()):
            node = carried.value.node if isinstance(carried.value, Record) else carried.part.node
            where = around(teller, node)
            if where is not None and kinds and all(raised(teller, where.scope, elements, k) for k in kinds):
                empty = (k.name + EMPTY for k in event.dialect.kinds if k.deliberation and k.name in k.fields)
                event.raises_empty = any(raised(teller, where.scope, elements, k) for k in empty)
                return True
    return False


def around(teller: Teller, node: ast.AST | None) -> Where | None:
    """Where the call, literal or statement stands that an expression belongs to."""
    while node is not None and id(node) not in teller.index.where and not isinstance(node, ast.stmt):
        node = teller.index.parent(node)
    return teller.index.where.get(id(node))


def raised(teller: Teller, scope: Scope, elements: set[Key], kind: str) -> bool:
    """Whether a block of this kind certainly ends in a ``raise`` (or ``assert_never``) of the function."""
    paths = {path[i:] for _, path in elements for i in range(len(path) + 1)}
    given = {(Root("param", name, id(scope)), path) for name in scope.params for path in paths}
    judge = teller.judge.assuming(kind, frozenset(elements | given))
    ends = [w for node, w in scope.exits if isinstance(node, ast.Raise)]
    ends += [c.where for c in scope.calls if c.name == "assert_never"]
    for where in ends:
        env = teller.prov.env_at(where)
        tests = [Cond(t, h, env) for f in chain_of(where.frame) for t, h in f.tests]
        about = [c for c in tests if judge.cond(c) is not None]
        if any(c.holds and judge.cond(c) is None and type_names(c.test, scope) for c in tests):
            continue  # it is raised for a type that is none of the dialect's
        if about and all(judge.cond(c) for c in about):
            return True
    return False


def asleep(teller: Teller, event: Replayed) -> str | None:
    """Why the loss does no harm yet: the models in sight do not reason, or the request switches reasoning off."""
    calls = (teller.node_of(turn.source) for fates in event.alternatives for turn in fates.turns)
    return next((why for call in calls if (why := sleeps(teller, call)) is not None), None)


def asleep_in(teller: Teller, scope: Scope) -> str | None:
    """The same for all that a function requests."""
    calls = [c.node for c in scope.calls if teller.prov.requests.spelled(c)]
    return next((why for call in calls if (why := sleeps(teller, call)) is not None), None)


def sleeps(teller: Teller, call: ast.AST | None) -> str | None:
    """Why a request brings no deliberation."""
    dialect = teller.dialect
    for keyword in call.keywords if isinstance(call, ast.Call) else ():
        if keyword.arg == "model":
            where = teller.index.where.get(id(call))
            model = teller.prov.eval(keyword.value, teller.prov.env_at(where)) if where is not None else None
            if isinstance(model, Const) and str(model.value).startswith(dialect.models_without_reasoning):
                return f"`{model.value}` does not reason"
        if (
            keyword.arg == dialect.switch
            and isinstance(keyword.value, ast.Dict)
            and any(isinstance(v, ast.Constant) and v.value == dialect.switched_off for v in keyword.value.values)
        ):
            return "the request switches it off"
    return None


def enclosing(scope: Scope) -> Scope:
    while scope.parent is not None and not scope.is_function:
        scope = scope.parent
    return scope
