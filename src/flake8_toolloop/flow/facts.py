"""The facts of a replay that silence or sharpen: raw alternatives, what is only shown, open cycles, sleep."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.carriers import holder, keeps_turn
from flake8_toolloop.flow.conditions import EMPTY, Key
from flake8_toolloop.flow.deliberation import in_tests, made_up
from flake8_toolloop.flow.dumped import only_dumped
from flake8_toolloop.flow.fates import Fate, type_names
from flake8_toolloop.flow.index import Scope, Where, chain_of, dotted, exclusive
from flake8_toolloop.flow.rawturns import opaque_whole, raw_alternative
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.story import Replayed
from flake8_toolloop.flow.values import ELEMENT, Cond, Const, Listing, Record, Root, atoms, options

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
