"""What becomes of each kind of block on the way from a turn to a history."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.conditions import BUILTIN_TYPES, EMPTY, OTHER, Judge, Key, Verdicts, both
from flake8_toolloop.flow.index import CaseTest, Scope, dotted
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.values import (
    ELEMENT,
    Atom,
    Cond,
    Const,
    Env,
    Func,
    Listing,
    Made,
    Option,
    Part,
    Record,
    Text,
    Unknown,
    Value,
    options,
)


class Fate(enum.IntEnum):
    """What becomes of a kind, the best of what several parts do with it."""

    DROPPED = 0
    UNKNOWN = 1
    INCOMPLETE = 2
    """Made again without a field that has to go back."""
    MADE = 3
    COPIED = 4
    SAME = 5


@dataclass(frozen=True, eq=False)
class Carried:
    """One part's contribution to a kind."""

    fate: Fate
    part: Part
    value: Value
    sure: bool
    """The conditions are known to hold."""

    def of(self, turn: Turn) -> bool:
        """Whether the part loops over a turn."""
        return any(
            isinstance(o.value, Atom) and o.value.key == turn.source.key
            for loop in self.part.loops
            for o in options(loop)
        )


@dataclass(eq=False)
class Turn:
    """The assistant turn that a content is made of, as far as it is in sight."""

    source: Atom
    certain: bool
    """A model call or an annotation says so; otherwise the code's own tests do."""


@dataclass(eq=False)
class Fates:
    """The fates of all kinds in one alternative of a content."""

    parts: tuple[Part, ...]
    conds: tuple[Cond, ...]
    turns: list[Turn]
    by_kind: dict[str, list[Carried]] = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    """Kinds that may be taken out: the API refuses them in an assistant turn."""

    def fate(self, kind: str, turn: Turn | None = None) -> Fate:
        """The best that the parts (those that loop over ``turn``, where one is given) do with a kind."""
        return max((c.fate for c in self.by_kind.get(kind, ()) if turn is None or c.of(turn)), default=Fate.DROPPED)

    def lost(self, kind: str, turn: Turn | None = None) -> bool:
        return self.fate(kind, turn) is Fate.DROPPED

    def known_turn(self) -> bool:
        return bool(self.turns)

    @property
    def whole(self) -> bool:
        """Every kind goes back as it came, those that nobody has invented yet included."""
        if any(part.changed == "cut" for part in self.parts):
            return False  # a slice, a pop: what is taken out is not known
        return all(self.fate(kind) >= Fate.COPIED for kind in self.by_kind if kind not in self.free)

    def values(self, kind: str, fate: Fate) -> list[Carried]:
        return [c for c in self.by_kind.get(kind, ()) if c.fate is fate]


def universe(dialect: Dialect) -> list[str]:
    """The kinds to judge: the dialect's, deliberation with empty text, and OTHER."""
    out = [k.name for k in dialect.kinds]
    out += [k.name + EMPTY for k in dialect.kinds if k.deliberation and k.name in k.fields]
    return [*out, OTHER]


class FateJudge:
    """Computes fates for one dialect in one file."""

    def __init__(self, prov: Provenance, dialect: Dialect) -> None:
        self.prov = prov
        self.dialect = dialect
        self.judges: dict[tuple[str, frozenset[Key]], Judge] = {}
        self.names: dict[tuple[int, int], tuple[object, list[str]]] = {}
        self.common: dict[frozenset[Key], dict[frozenset[Key], Verdicts]] = {}
        self.choices: dict[int, tuple[Value, list[tuple[Option, str | None]]]] = {}

    def assuming(self, kind: str, elements: frozenset[Key]) -> Judge:
        """The judge for elements of one kind: one for each assumption, which remembers its verdicts."""
        judge = self.judges.get((kind, elements))
        if judge is None:
            common = self.common.setdefault(elements, {})
            judge = self.judges[kind, elements] = Judge(self.prov, self.dialect, kind, elements, common)
        judge.begin()
        return judge

    # -- turns -------------------------------------------------------------------------------------------------------
    def turns(self, parts: Sequence[Part], own: Sequence[Part], conds: tuple[Cond, ...]) -> list[Turn]:
        """The sources among the parts' loops (and spliced lists) that are assistant turns."""
        candidates: dict[Key, Atom] = {}
        for part in parts:
            for source in part.loops:
                for option in options(source):
                    if isinstance(option.value, Atom):
                        candidates[option.value.key] = option.value
            for atom in self.block_atoms(part.value):
                for end in range(len(atom.path), 0, -1):
                    if atom.path[end - 1] == ELEMENT:
                        owner = Atom(atom.root, atom.path[: end - 1], atom.node)
                        candidates.setdefault(owner.key, owner)
        out = []
        for atom in candidates.values():
            if self.is_unit(atom):
                out.append(Turn(atom, True))
            elif self.tested(atom, own, conds):
                out.append(Turn(atom, False))
        return out

    def block_atoms(self, value: Value) -> list[Atom]:
        found: list[Atom] = []
        for option in options(value):
            inner = option.value
            if isinstance(inner, Atom):
                found.append(inner)
            elif isinstance(inner, Record):
                for name in ("id", "text", "thinking", "input", "data", "signature", "name"):
                    member = inner.get(name)
                    if isinstance(member, Atom):
                        found.append(member)
                found.extend(s for s in inner.spreads if isinstance(s, Atom))
        return found

    def is_unit(self, atom: Atom) -> bool:
        """Whether an atom is the unit of a model's response."""
        if atom.root.kind == "model":
            return atom.path[-len(self.dialect.unit) :] == self.dialect.unit and len(atom.path) == len(
                self.dialect.unit
            )
        if atom.root.kind == "param":
            return self.annotated(atom)
        return False

    def annotated(self, atom: Atom) -> bool:
        """A parameter whose annotation is the SDK's response (``.content`` of it) or a list of its blocks."""
        scope = next((s for s in self.prov.index.functions if id(s) == atom.root.at), None)
        argument = scope.params.get(atom.root.name) if scope else None
        if argument is None or argument.annotation is None:
            return False
        names = {
            n.id
            if isinstance(n, ast.Name)
            else n.attr
            if isinstance(n, ast.Attribute)
            else str(getattr(n, "value", ""))
            for n in ast.walk(argument.annotation)
        }
        imported = {
            n for n in names
            if self.prov.index.imports.get(n, n).split(".")[0] in self.dialect.modules or n in self.dialect.modules
        }  # fmt: skip
        if atom.path == self.dialect.unit:
            return bool(imported & set(self.dialect.response_types)) or (
                bool(names & set(self.dialect.response_types)) and bool(imported & set(self.dialect.modules))
            )
        return not atom.path and bool(imported) and bool(names & set(self.dialect.block_types))

    def tested(self, atom: Atom, own: Sequence[Part], conds: tuple[Cond, ...] = ()) -> bool:
        """Whether the code tests the elements against the dialect's kinds on the way: for all parts, or for one."""
        element = frozenset({(atom.root, (*atom.path, ELEMENT))})
        for kind in (self.dialect.call, *self.dialect.deliberation, self.dialect.text):
            judge = self.assuming(kind, element)
            possible = judge.all_of(conds) is not False
            for part in own:
                if possible:
                    judge.all_of(part.conds)
                for option in options(part.value):
                    judge.all(option.conds)
            if judge.named and (kind != self.dialect.text or atom.path[-1:] == self.dialect.unit[-1:]):
                return True
        return False

    # -- fates -------------------------------------------------------------------------------------------------------
    def fates(self, value: Value, conds: tuple[Cond, ...], loops: tuple[Value, ...]) -> list[Fates]:
        """The fates in each alternative of a content value."""
        out = []
        for option in options(value):
            if isinstance(option.value, (Listing, Atom, Made)):
                parts = self.prov.parts(option.value)
            elif isinstance(option.value, (Text, Const, Record)):
                parts = [Part(option.value)]
            else:
                parts = [Part(Unknown(getattr(option.value, "node", None)))]
            holding = conds + option.conds
            full = tuple(Part(p.value, holding + p.conds, loops + p.loops, p.node, p.changed) for p in parts)
            out.append(self.of_parts(full, holding, parts))
        return out

    def of_parts(self, parts: tuple[Part, ...], conds: tuple[Cond, ...], own: Sequence[Part] | None = None) -> Fates:
        """The fates of the parts; ``own`` are the same without ``conds``, which hold for all of them."""
        if own is None:
            own = parts
        turns = self.turns(parts, own, conds)
        fates = Fates(
            parts, conds, turns, free=frozenset(k.name for k in self.dialect.kinds if k.refused or k.boundary)
        )
        elements = frozenset((t.source.root, (*t.source.path, ELEMENT)) for t in turns)
        opened = [(part, alone.conds, self.opened(part.value)) for part, alone in zip(parts, own, strict=True)]
        for kind in universe(self.dialect):
            judge = self.assuming(kind, elements)
            found: list[Carried] = []
            for part, alone_conds, choices in opened:
                if any(only in (None, judge.kind) for _, only in choices):
                    found.extend(self.carry(part, judge, conds, alone_conds, choices))
            fates.by_kind[kind] = found
        if not any(t.certain for t in turns):
            self.told_apart(fates, elements)
        return fates

    def told_apart(self, fates: Fates, elements: frozenset[Key]) -> None:
        """Sealed blocks that are made of elements which the code's own types take for signed ones.

        A class of the project's own may hold both kinds: ``if part.type == "thinking"`` and below it ``if part.data``.
        """
        signed = [k.name for k in self.dialect.kinds if k.deliberation and k.name in k.fields]
        for kind in (k.name for k in self.dialect.kinds if k.deliberation and k.name not in k.fields):
            if fates.by_kind[kind]:
                continue
            for part in fates.parts:
                for option in options(part.value):
                    made = option.value
                    if not isinstance(made, Record) or self.kind_of(made) != kind:
                        continue
                    judges = (self.assuming(k, elements) for k in signed)
                    if any(j.all_of(part.conds) is not False and j.all(option.conds) is not False for j in judges):
                        fate = Fate.MADE if self.complete(made, kind) else Fate.INCOMPLETE
                        fates.by_kind[kind].append(Carried(fate, part, made, False))

    def opened(self, value: Value) -> list[tuple[Option, str | None]]:
        """The alternatives of a part, each with the one kind that it can carry, or None where that is not plain."""
        known = self.choices.get(id(value))
        if known is None:
            known = self.choices[id(value)] = (value, [(o, self.only_kind(o.value)) for o in options(value)])
        return known[1]

    def only_kind(self, value: Value) -> str | None:
        if isinstance(value, (Text, Const)):
            return self.dialect.text
        return self.kind_of(value) if isinstance(value, Record) else None

    def carry(
        self, part: Part, judge: Judge, shared: tuple[Cond, ...], own: tuple[Cond, ...],
        choices: list[tuple[Option, str | None]] | None = None,
    ) -> list[Carried]:  # fmt: skip
        """What a part does with the kind that a judge assumes; ``choices`` are its alternatives, if known already."""
        if choices is None:
            choices = self.opened(part.value)
        self.prov.spend()
        self.mark_blank(part, judge)
        holds = both([judge.all_of(shared), judge.all_of(own)])
        if holds is False:
            return []
        out = []
        for option, only in choices:
            if only is not None and only != judge.kind:
                continue
            also = judge.all(option.conds)
            if also is False:
                continue
            fate = self.carry_value(option.value, judge)
            opaque = fate is Fate.UNKNOWN and not is_field(option.value)
            if opaque and self.other_type((*part.conds, *option.conds), judge):
                continue
            if fate is not Fate.DROPPED:
                out.append(Carried(fate, part, option.value, holds is True and also is True))
        return out

    def other_type(self, conds: tuple[Cond, ...], judge: Judge) -> bool:
        """Whether an opaque part is reached only for elements of one neutral type that is not deliberation's.

        ``elif isinstance(part, ImagePart): out.append(convert(part))`` cannot let redacted thinking through; an
        ``else`` can.
        """
        if judge.table is None or not judge.table.deliberation:
            return False
        named = [name for cond in conds if cond.holds for name in self.type_names(cond)]
        return bool(named) and not any(
            word in name.lower() for name in named for word in self.dialect.deliberation_words
        )

    def type_names(self, cond: Cond) -> list[str]:
        """The types that a condition names, looked for once."""
        key = (id(cond.test), id(cond.env.scope))
        if key not in self.names:
            self.names[key] = (cond.test, type_names(cond.test, cond.env.scope))
        return self.names[key][1]

    def gate(self, fates: Fates, kind: str) -> ast.expr | None:
        """The test that lets a kind through but not the same kind with empty text."""
        elements = frozenset((t.source.root, (*t.source.path, ELEMENT)) for t in fates.turns)
        for carried in fates.by_kind.get(kind, ()):
            conds = [*carried.part.conds]
            for option in options(carried.part.value):
                conds.extend(option.conds)
            empty = self.assuming(kind + EMPTY, elements)
            full = self.assuming(kind, elements)
            self.mark_blank(carried.part, empty)
            for cond in conds:
                if empty.cond(cond) is False and full.cond(cond) is not False:
                    return self.drill(cond.test, cond.env, empty, full)
        return None

    def drill(self, test: object, env: Env, empty: Judge, full: Judge) -> ast.expr | None:
        """The innermost part of a test whose verdict depends on the text."""
        if isinstance(test, CaseTest):
            return test.guard or test.subject
        if not isinstance(test, ast.expr):
            return None
        inner: list[ast.expr] = []
        if isinstance(test, ast.BoolOp):
            inner = test.values
        elif isinstance(test, ast.UnaryOp):
            inner = [test.operand]
        elif isinstance(test, ast.Call):
            found = self.drill_predicate(test, env, empty, full)
            if found is not None:
                return found
        for part in inner:
            if empty.test(part, env) != full.test(part, env):
                return self.drill(part, env, empty, full)
        return test if hasattr(test, "lineno") else None

    def drill_predicate(self, test: ast.Call, env: Env, empty: Judge, full: Judge) -> ast.expr | None:
        callee = self.prov.eval(test.func, env)
        if not isinstance(callee, Func):
            return None
        inner = self.prov.call_env(callee.scope, test, env, callee.instance)
        if inner is None:
            return None
        for exit_ in callee.scope.returns:
            at = replace(inner, frame=exit_.where.frame, order=exit_.where.order, closure=callee.env)
            frames = exit_.where.frame.chain() if exit_.where.frame else []
            for frame in frames:
                for guard, _ in frame.tests:
                    if empty.test(guard, at) != full.test(guard, at):
                        return self.drill(guard, at, empty, full)
            if exit_.value is not None and empty.test(exit_.value, at) != full.test(exit_.value, at):
                return self.drill(exit_.value, at, empty, full)
        return None

    def mark_blank(self, part: Part, judge: Judge) -> None:
        """Under the empty kind, the atom that becomes the block's text is known to be empty."""
        if not judge.empty:
            return
        blank: set[Key] = set()
        for option in options(part.value):
            if isinstance(option.value, Record):
                text = option.value.get(judge.kind)
                if isinstance(text, Atom):
                    blank.add(text.key)
        judge.assume_blank(frozenset(blank))

    def carry_value(self, value: Value, judge: Judge) -> Fate:
        if isinstance(value, Atom):
            return self.carry_atom(value, judge)
        if isinstance(value, Record):
            return self.carry_record(value, judge)
        if isinstance(value, (Text, Const)):
            text = judge.kind == self.dialect.text and not (isinstance(value, Const) and value.value is None)
            return Fate.MADE if text else Fate.DROPPED
        if isinstance(value, Made):
            if value.op == "keys" and isinstance(value.base, Atom) and judge.is_element(value.base):
                return Fate.COPIED
            if value.op == "keys" and isinstance(value.base, Record):
                return self.carry_record(value.base, judge)
            return Fate.UNKNOWN
        return Fate.UNKNOWN

    def carry_atom(self, value: Atom, judge: Judge) -> Fate:
        if value.key in judge.elements:
            if value.taken:
                return Fate.INCOMPLETE if judge.kind != self.dialect.call else Fate.COPIED
            return Fate.COPIED if value.copied else Fate.SAME
        for element in judge.elements:
            if value.root == element[0] and value.path[: len(element[1])] == element[1]:
                rest = value.path[len(element[1]) :]
                if rest and rest[0] in judge.all_fields():
                    return Fate.MADE if judge.kind == self.dialect.text and rest[0] == "text" else Fate.DROPPED
        return Fate.UNKNOWN

    def carry_record(self, value: Record, judge: Judge) -> Fate:
        kind = self.kind_of(value, judge)
        if kind is None:
            for spread in value.spreads:
                if isinstance(spread, Atom):
                    fate = Fate.COPIED if spread.key in judge.elements else Fate.UNKNOWN
                    table = self.dialect.kind(judge.kind)
                    if table is not None and fate is Fate.COPIED:
                        gone = [f for f in table.fields if not value.keeps(f) and not value.has(f)]
                        if set(gone) - {"caller", "citations", "toolset_name"}:
                            return Fate.INCOMPLETE
                    return fate
            return Fate.UNKNOWN
        if kind != judge.kind:
            return Fate.DROPPED
        return Fate.MADE if self.complete(value, kind) and not self.last_of_many(value, kind) else Fate.INCOMPLETE

    def kind_of(self, value: Record, judge: Judge | None = None) -> str | None:
        """The kind that a record is: by its constant type or its class, or the assumed one where it copies the type."""
        table = self.dialect.kind_of_class(value.name) if value.name else None
        if table is not None:
            return table.name
        if value.name in self.dialect.result_classes:
            return self.dialect.result
        if value.name and self.dialect.parameter_suffix and value.name.endswith(self.dialect.parameter_suffix):
            return value.name  # a kind of the SDK's that an assistant turn does not have
        if value.name:
            return None  # a class of the project's own is a carrier, not a wire block
        declared = value.get("type")
        constant = self.prov.constant(declared) if declared is not None else None
        if isinstance(constant, str):
            return None if self.own_keys(value, constant) else constant
        if judge is not None and isinstance(declared, Atom) and judge.known_atom(declared) == ("kind", judge.kind):
            return judge.kind
        return None

    def own_keys(self, value: Record, kind: str) -> bool:
        """Whether a dict of that type has keys that the wire does not: a store's or a screen's."""
        table = self.dialect.kind(kind)
        if table is None:
            return False
        keys = {*value.fields, *(s.key for s in value.sets)} - value.removed
        known = {f for k in self.dialect.kinds for f in k.fields}
        return bool(keys - known - {"cache_control", "index"})

    def last_of_many(self, value: Record, kind: str) -> bool:
        """Whether the block is made of variables in which the last of several blocks wins."""
        table = self.dialect.kind(kind)
        if table is None or not table.deliberation:
            return False
        for name in table.fields:
            member = value.get(name) if name != "type" else None
            for option in options(member) if member is not None else ():
                if (
                    isinstance(option.value, Atom)
                    and option.value.taken
                    and isinstance(option.value.pick, (ast.Assign, ast.For))
                ):
                    return True
        return False

    def complete(self, value: Record, kind: str) -> bool:
        """Whether a made deliberation block has the fields that must go back."""
        table = self.dialect.kind(kind)
        if table is None or not table.deliberation:
            return True
        if value.spreads:
            return True
        return all(value.has(name) for name in table.fields if name != "type")


def is_field(value: Value) -> bool:
    """Whether a value is what an element of a list has in a field, as it is: a block that was kept there."""
    return isinstance(value, Atom) and value.path[-2:-1] == (ELEMENT,) and value.path[-1:] != (ELEMENT,)


def type_names(test: object, scope: Scope) -> list[str]:
    """The types that a test names positively: ``isinstance(p, A)``, ``p.type == "a"``, ``p.type in ("a", "b")``."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [n for v in test.values for n in type_names(v, scope)]
    if isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and len(test.args) == 2:
        classes = test.args[1].elts if isinstance(test.args[1], ast.Tuple) else [test.args[1]]
        names = [dotted(c).split(".")[-1] for c in classes]
        return names if not set(names) & BUILTIN_TYPES else []
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and _is_type(test.left, scope):
        right = test.comparators[0]
        if isinstance(test.ops[0], ast.Eq):
            return _constants([right])
        if isinstance(test.ops[0], ast.In) and isinstance(right, (ast.Tuple, ast.List, ast.Set)):
            return _constants(right.elts)
    if isinstance(test, CaseTest):
        return [
            dotted(p.cls).split(".")[-1] for p in ast.walk(test.pattern) if isinstance(p, ast.MatchClass)
        ] + _constants([p.value for p in ast.walk(test.pattern) if isinstance(p, ast.MatchValue)])
    return []


def _is_type(node: ast.expr, scope: Scope, depth: int = 0) -> bool:
    """``x.type``, ``x["type"]``, ``x.get("type")``, or a name that holds one of them."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("type", "kind")
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value in ("type", "kind")
    if isinstance(node, ast.Call):
        return bool(node.args) and any(isinstance(a, ast.Constant) and a.value in ("type", "kind") for a in node.args)
    if isinstance(node, ast.Name) and depth < 2:
        found = [
            b.value for b in scope.bindings.get(node.id, ()) if b.kind == "assign" and isinstance(b.value, ast.expr)
        ]
        return bool(found) and all(_is_type(v, scope, depth + 1) for v in found)
    return False


def _constants(nodes: list[ast.expr]) -> list[str]:
    out = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            out.append(node.value)
        elif isinstance(node, ast.Attribute):
            out.append(node.attr)
    return out


def is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None
