"""Deliberation blocks made by hand or changed: forged, edited, unsigned.

Only what stands in a replay is looked at: a block that is only shown may look as it likes.
"""

from __future__ import annotations

import ast
from pathlib import PurePath
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.conditions import Judge
from flake8_toolloop.flow.index import Mutation, chain_of, dotted, place_of
from flake8_toolloop.flow.sinks import BlockSink
from flake8_toolloop.flow.story import Deliberated, Evidence, Replayed
from flake8_toolloop.flow.values import (
    ELEMENT,
    Atom,
    Cond,
    Const,
    Listing,
    Made,
    Record,
    Text,
    Unknown,
    Value,
    atoms,
    options,
)

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

GENERATORS = frozenset(
    {"uuid4", "uuid1", "hex", "token_hex", "token_urlsafe", "token_bytes", "randint", "md5", "sha1", "sha256",
     "hexdigest", "urandom", "b64encode", "choice", "choices"}
)  # fmt: skip
FOREIGN = frozenset({"reasoning_content"})


def tell(teller: Teller) -> None:
    """State every made or changed deliberation block that goes to the provider."""
    seen: set[int] = set()
    for replay in teller.story.replays:
        if replay.only_shown or replay.constant:
            continue
        for fates in replay.alternatives:
            for part in fates.parts:
                for option in options(part.value):
                    record = option.value
                    if isinstance(record, Record) and record.node is not None and id(record.node) not in seen:
                        seen.add(id(record.node))
                        teller.within_budget(
                            record.node,
                            lambda r=record, c=part.conds + option.conds, e=replay: state(teller, r, c, e),  # type: ignore[misc]
                        )
    edits_in_place(teller)
    for sink in teller.block_sinks:
        if sink.kind in names_of(teller) and id(sink.literal.node) not in seen:
            teller.within_budget(sink.literal.node, lambda s=sink: inserted(teller, s))  # type: ignore[misc]


def inserted(teller: Teller, sink: BlockSink) -> None:
    """A block put straight into the content of a stored message: ``m["content"].insert(0, {...})``."""
    parent = teller.index.parent(sink.literal.node)
    if not (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr in ("insert", "append")
    ):
        return
    place = place_of(parent.func.value)
    if place is None or not place.endswith(f".{teller.dialect.unit[-1]}"):
        return
    record = teller.prov.eval(sink.literal.node, teller.prov.env_at(sink.where))
    if isinstance(record, Record):
        replay = Replayed(
            teller.spans.of(sink.literal.node),
            teller.dialect,
            [],
            Evidence(Confidence.LIKELY),
            leftover=True,
            where=sink.where,
        )
        made(teller, record, sink.kind, names_of(teller)[sink.kind], replay)


def names_of(teller: Teller) -> dict[str, str]:
    """The kinds whose text is signed, with the field that holds it."""
    return {k.name: k.name for k in teller.dialect.kinds if k.deliberation and k.name in k.fields}


def state(teller: Teller, record: Record, conds: tuple[Cond, ...], replay: Replayed) -> None:
    """State one block of a replay, where it is deliberation and not as it came."""
    kind = teller.judge.kind_of(record)
    for name, field in names_of(teller).items():
        if kind == name or (kind is None and record.has(field) and type_copied(teller, record, name, conds)):
            if replay.leftover and all(f.lost(teller.dialect.call) for f in replay.alternatives):
                continue  # nothing says that this list goes to the provider
            made(teller, record, name, field, replay)
        elif kind is None and record.spreads and isinstance(record.spreads[0], Atom):
            copied(teller, record, name, field, conds, replay)
    if kind in sealed_of(teller) and not record.spreads:
        sealed(teller, record, kind, replay)


def sealed_of(teller: Teller) -> dict[str | None, str]:
    """The kinds whose text is kept from the client, with the field that holds it."""
    return {k.name: k.fields[-1] for k in teller.dialect.kinds if k.deliberation and k.name not in k.fields}


def sealed(teller: Teller, record: Record, kind: str | None, replay: Replayed) -> None:
    """A sealed block of the program's own: nobody but the provider can write its data."""
    value = record.get(sealed_of(teller)[kind])
    if value is None or kind is None or record.node is None or in_tests(teller.path):
        return
    found = [o.value for o in options(value)]
    if not all(own_words(teller, v, replay) for v in found):
        return
    add(teller, Deliberated(
        span=teller.spans.of(record.node), dialect=teller.dialect, kind=kind, node=record.node,
        replay=replay, forged="its data is made up",
        evidence=Evidence(Confidence.LIKELY if replay.leftover else Confidence.CERTAIN, replay.evidence.related),
    ))  # fmt: skip


def own_words(teller: Teller, value: Value, replay: Replayed) -> bool:
    """Whether a value is a text of the program's: a constant, a format of its own, something generated."""
    if isinstance(value, Const):
        return isinstance(value.value, str)
    if not isinstance(value, (Text, Made)) or any(a.path for a in atoms(value)):
        return made_up(value) is not None and not isinstance(value, (Text, Made))
    plain = isinstance(value.node, ast.Call) and dotted(value.node.func) == "str"
    return not plain or all(is_called(teller, a, replay) for a in atoms(value))


def is_called(teller: Teller, atom: Atom, replay: Replayed) -> bool:
    """Whether an atom is a function: what is called somewhere in the replay's function was not received."""
    for call in replay.where.scope.calls if replay.where is not None else ():
        callee = teller.prov.eval(call.node.func, teller.prov.env_at(call.where))
        if isinstance(callee, Atom) and callee.key == atom.key:
            return True
    return False


def type_copied(teller: Teller, record: Record, kind: str, conds: tuple[Cond, ...]) -> bool:
    """Whether a record takes its type from a received block that is of this kind on the way."""
    declared = record.get("type")
    if not isinstance(declared, Atom) or declared.path[-1:] != ("type",):
        return False
    owner = (declared.root, declared.path[:-1])
    judge = Judge(teller.prov, teller.dialect, kind, frozenset({owner}))
    return judge.all(conds) is not False and judge.named


def made(teller: Teller, record: Record, kind: str, field: str, replay: Replayed) -> None:
    """A block of that kind made field by field."""
    text = record.get(field)
    if text is not None and any(isinstance(o.value, Listing) for o in options(text)):
        return  # another provider's block of the same name
    node = record.node
    assert node is not None
    event = Deliberated(
        span=teller.spans.of(node),
        dialect=teller.dialect,
        kind=kind,
        evidence=Evidence(Confidence.LIKELY if replay.leftover else Confidence.CERTAIN, replay.evidence.related),
        node=node,
        replay=replay,
    )
    signature(teller, event, record)
    if text is not None:
        content(teller, event, record, field, text)
    if event.forged and in_tests(teller.path):
        return
    if event.forged or event.edited or event.unsigned:
        teller.story.deliberations.append(event)


def in_tests(path: str) -> bool:
    """Whether a file is a test by its name: what it makes up is test data."""
    name = PurePath(path).name
    if {"tests", "test", "testing"} & set(PurePath(path).parts[-4:-1]):
        return True
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def signature(teller: Teller, event: Deliberated, record: Record) -> None:
    name = teller.dialect.signature
    if not record.has(name):
        event.unsigned = not record.spreads
        return
    value = record.get(name)
    if value is None:
        return
    reasons = [made_up(o.value) for o in options(value)]
    if reasons and all(reasons):
        event.forged = reasons[0]


def made_up(value: Value) -> str | None:
    """Why a signature cannot be the model's, or None."""
    if isinstance(value, Const):
        return f"its signature is the constant {value.value!r}"
    if isinstance(value, (Text, Made)) and not any(a.path for a in atoms(value)):
        return "its signature is made up"
    if any(a.root.kind == "call" and a.root.name in GENERATORS for a in atoms(value)):
        return "its signature is generated"
    return None


def content(teller: Teller, event: Deliberated, record: Record, field: str, value: Value) -> None:
    """The text: a constant, another provider's, or changed on the way."""
    found = [o.value for o in options(value)]
    if all(isinstance(v, (Const, Text)) and not list(atoms(v)) for v in found) and not event.forged:
        event.forged = "its text is a constant"
        event.unsigned = False
        return
    sources = list(atoms(value))
    if event.unsigned and not any(a.path[-1:] == (field,) for a in sources):
        if any(a.path and a.path[-1] in FOREIGN for a in sources):
            event.forged = f"its text is another provider's `{next(a.path[-1] for a in sources if a.path)}`"
            event.unsigned = False
            return
        if not any(a.path for a in sources) or all(a.root.kind == "call" for a in sources):
            event.forged = "its text is the program's own"
            event.unsigned = False
            return
    edit = next((e for e in map(edited, found) if e), None)
    events = teller.dialect.events
    if edit in JOINING and events is not None and any(events.delta in a.path for a in sources):
        edit = None  # joining what a stream delivers in pieces is no edit
    if edit is not None and any(a.path for a in sources) and not event.forged and not event.unsigned:
        node = record.nodes.get(field)
        event.edit_node = node if node is not None and hasattr(node, "lineno") else record.node
        assert event.edit_node is not None
        event.edited = teller.spans.of(event.edit_node)
        event.edited_text = edit
        if all(edited(v) is None or isinstance(v, Atom) for v in found):
            event.evidence.confidence = Confidence.POSSIBLE  # a function out of sight may hand the text on as it is


JOINING = frozenset({"concatenation", "format"})


def edited(value: Value) -> str | None:
    """The operation that changes a text on the way, or None."""
    if isinstance(value, Made) and value.op != "keys":
        return value.op
    if isinstance(value, Const) and value.value is None:
        return "or None"
    if isinstance(value, Text):
        if isinstance(value.node, ast.AugAssign):
            return None  # joining what a stream delivers in pieces is no edit
        if isinstance(value.node, ast.Call):
            func = value.node.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            return None if name == "str" else str(name)
        return "concatenation" if isinstance(value.node, ast.BinOp) else "format"
    if (
        isinstance(value, Atom)
        and value.root.kind == "call"
        and not value.path
        and any(ELEMENT in a.path for a in value.inputs if isinstance(a, Atom))
    ):
        return value.root.name
    return None


def copied(teller: Teller, record: Record, kind: str, field: str, conds: tuple[Cond, ...], replay: Replayed) -> None:
    """A copy of a block with other or fewer fields: ``{**b, "thinking": x}``, ``model_dump(exclude={"signature"})``."""
    owner = record.spreads[0]
    assert isinstance(owner, Atom)
    judge = teller.judge.assuming(kind, frozenset({owner.key}))
    if judge.all(conds) is False:
        return
    for name in (field, teller.dialect.signature):
        if record.has(name):
            changed(teller, record, name, judge, replay)
        elif not record.keeps(name) and name == teller.dialect.signature and (record.keeps(field) or record.has(field)):
            node = record.node
            assert node is not None
            add(teller, Deliberated(
                span=teller.spans.of(node), dialect=teller.dialect, kind=kind, unsigned=True, node=node,
                evidence=Evidence(Confidence.CERTAIN, replay.evidence.related), replay=replay,
            ))  # fmt: skip


def changed(teller: Teller, record: Record, name: str, judge: Judge, replay: Replayed) -> None:
    for change in record.sets:
        if change.key == name and judge.all(change.conds) is not False:
            edit(teller, name, change.node, change.value(), replay)
            return
    value = record.get(name)
    node = record.nodes.get(name)
    if value is not None and not record.sets:
        edit(teller, name, node if node is not None and hasattr(node, "lineno") else record.node, value, replay)


def edit(teller: Teller, name: str, node: ast.AST | None, value: Value, replay: Replayed | None) -> None:
    """State that a field of a received block gets another value, where it is not the field itself."""
    if node is None or isinstance(value, Unknown):
        return
    found = [o.value for o in options(value)]
    if all(isinstance(v, Atom) and v.path[-1:] == (name,) for v in found):
        return
    operation = next((e for e in map(edited, found) if e), "assignment")
    related = replay.evidence.related if replay is not None else ()
    add(teller, Deliberated(
        span=teller.spans.of(node), dialect=teller.dialect, kind=next(iter(names_of(teller))), node=node,
        edited=teller.spans.of(node), edited_text=operation, edit_node=node,
        evidence=Evidence(Confidence.CERTAIN, related), replay=replay,
    ))  # fmt: skip


def add(teller: Teller, event: Deliberated) -> None:
    if not any(d.span == event.span for d in teller.story.deliberations):
        teller.story.deliberations.append(event)


# -- blocks of stored turns --------------------------------------------------------------------------------------------
def edits_in_place(teller: Teller) -> None:
    """``block["thinking"] = cut(block["thinking"])`` on a block of a turn, in a branch for thinking blocks."""
    names = set(names_of(teller).values())
    for scope in (teller.index.module, *teller.index.functions):
        for place, mutations in scope.mutations.items():
            for mutation in mutations:
                if mutation.op == "set" and mutation.key in names and "." not in place:
                    teller.within_budget(mutation.node, lambda m=mutation: edit_in_place(teller, m))  # type: ignore[misc]
                owner, _, key = place.rpartition(".")
                if mutation.op == "iadd" and key in names and owner and "." not in owner:
                    teller.within_budget(mutation.node, lambda m=mutation: added_in_place(teller, m))  # type: ignore[misc]


def edited_block(teller: Teller, mutation: Mutation, place: str, kind: str) -> Atom | None:
    """The block that a mutation changes, where the tests on the way name the kind."""
    env = teller.prov.env_at(mutation.where)
    bindings = teller.prov.reaching(mutation.where.scope.bindings.get(place, []), env)
    owner = teller.prov.binding_value(bindings[0], env, mutation.node) if len(bindings) == 1 else None
    if not isinstance(owner, Atom) or ELEMENT not in owner.path or owner.copied:
        return None
    judge = teller.judge.assuming(kind, frozenset({owner.key}))
    holds = judge.all(tuple(Cond(t, h, env) for f in chain_of(mutation.where.frame) for t, h in f.tests))
    return owner if holds is not False and judge.named else None


def added_in_place(teller: Teller, mutation: Mutation) -> None:
    """``block.thinking += "..."`` of the program's own words; what a stream delivers in pieces is no edit."""
    place, _, key = mutation.place.rpartition(".")
    owner = edited_block(teller, mutation, place, key)
    if owner is None or not teller.judge.is_unit(Atom(owner.root, owner.path[:-1])):
        return
    value = teller.prov.eval(mutation.args[0], teller.prov.env_at(mutation.where))
    if isinstance(value, (Const, Text)) and not any(a.path for a in atoms(value)):
        edit(teller, key, mutation.node, value, None)


def edit_in_place(teller: Teller, mutation: Mutation) -> None:
    env = teller.prov.env_at(mutation.where)
    key = mutation.key or ""
    owner = edited_block(teller, mutation, mutation.place, key)
    if owner is None:
        return
    value = teller.prov.eval(mutation.args[1], env)
    if any(a.root == owner.root and a.path == (*owner.path, key) for a in atoms(value)):
        edit(teller, key, mutation.node, value, None)
