"""Conditions judged per kind of block, three-valued: they hold (True), fail (False), or nothing is known (None).

The world is open: the dialect's kinds, thinking with empty text, the kinds that the code itself names, and OTHER,
which also stands for kinds that nobody has invented yet.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.index import CaseTest, Frame, chain_of, dotted
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.values import (
    Alt,
    Atom,
    Class,
    Cond,
    Const,
    Env,
    Func,
    Listing,
    Made,
    Record,
    Root,
    Text,
    Value,
)

OTHER = "\0other"
EMPTY = "\0empty"
"""Appended to a deliberation kind: the same block with empty text and a good signature."""

Key = tuple[Root, tuple[str, ...]]
Answer = TypeVar("Answer")
MAX_STEPS = 4000
"""Tests that one judge may look at before it says that nothing is known."""
MAX_TESTS = 12
"""Tests that may hang on one another."""
BUILTIN_TYPES = frozenset({"dict", "list", "str", "int", "Mapping", "Sequence", "tuple", "bool", "float"})


def both(values: list[bool | None]) -> bool | None:
    """Three-valued and."""
    if any(v is False for v in values):
        return False
    return None if any(v is None for v in values) else True


def either(values: list[bool | None]) -> bool | None:
    """Three-valued or."""
    if any(v is True for v in values):
        return True
    return None if any(v is None for v in values) else False


class Verdicts:
    """What was judged before. Most tests look at nothing whose kind matters: they are judged once for all kinds."""

    def __init__(self) -> None:
        self.tests: dict[tuple[object, ...], tuple[bool | None, bool]] = {}
        """Verdicts of tests, each with whether the kind was named on the way."""
        self.choices: dict[tuple[object, ...], tuple[Alt, Any, bool]] = {}
        """What is known of alternatives, with the value that the key names by its id and whether the kind was named."""
        self.lists: dict[int, tuple[tuple[Cond, ...], bool | None, bool]] = {}
        """Verdicts of lists of conditions, in the same way."""


class Judge:
    """Judges tests under the assumption that certain elements are blocks of one kind."""

    def __init__(
        self,
        prov: Provenance,
        dialect: Dialect,
        kind: str,
        elements: frozenset[Key],
        common: dict[frozenset[Key], Verdicts] | None = None,
    ) -> None:
        self.prov = prov
        self.dialect = dialect
        self.empty = kind.endswith(EMPTY)
        self.kind = kind.removesuffix(EMPTY)
        self.elements = elements
        self.table = dialect.kind(self.kind)
        self.not_kinds = dialect.events.types if dialect.events is not None else frozenset()
        """Types of something else than blocks: a test for one is about an event, not about a block."""
        self.depth = 0
        self.active: set[tuple[object, ...]] = set()
        self.own_under: dict[frozenset[Key], Verdicts] = {}
        """Verdicts by the atoms that are assumed to be empty text."""
        self.common_under = common if common is not None else {}
        """The same, for all kinds: shared with the judges of the other kinds."""
        self.begin()

    def begin(self) -> None:
        """Start a new question under the same assumption; what was judged before stays known."""
        self.steps = 0
        self.frame: Frame | None = None
        """The block in which the test at hand stands."""
        self.named = False
        """Whether a test named the kind itself (and not just everything else)."""
        self.touched = False
        """Whether a test looked at something that depends on the kind."""
        self.assume_blank(frozenset())

    def assume_blank(self, blank: frozenset[Key]) -> None:
        """Assume these atoms to be empty text as well."""
        self.blank = blank
        self.own = self.own_under.setdefault(blank, Verdicts())
        self.common = self.common_under.setdefault(blank, Verdicts())

    def all(self, conds: tuple[Cond, ...]) -> bool | None:
        """Whether all conditions hold."""
        out: bool | None = True
        if not self.elements and not self.blank:
            return None if conds else True
        for cond in conds:
            verdict = self.cond(cond)
            if verdict is False:
                return False
            if verdict is None:
                out = None
        return out

    def all_of(self, conds: tuple[Cond, ...]) -> bool | None:
        """The same for a list that is asked about again: judged once."""
        if len(conds) < 2 or not (self.elements or self.blank):
            return self.all(conds)
        known = self.common.lists.get(id(conds))
        if known is not None:
            return known[1]
        known = self.own.lists.get(id(conds))
        if known is not None:
            self.named = self.named or known[2]
            self.touched = True
            return known[1]
        before = self.named, self.touched
        self.named = self.touched = False
        verdict = self.all(conds)
        (self.own if self.touched else self.common).lists[id(conds)] = (conds, verdict, self.named)
        self.named, self.touched = self.named or before[0], self.touched or before[1]
        return verdict

    def here(self, conds: tuple[Cond, ...]) -> tuple[Cond, ...]:
        """The conditions on the element at hand: those of a loop that is over were on some other element."""
        if not conds:
            return conds
        around = {id(f) for f in chain_of(self.frame)}
        loops = [(c, c.env.frame.loop if c.env.frame is not None else None) for c in conds]
        return tuple(c for c, loop in loops if loop is None or id(loop) in around)

    def cond(self, cond: Cond) -> bool | None:
        verdict = self.test(cond.test, cond.env)
        return verdict if verdict is None or cond.holds else not verdict

    # -- tests -------------------------------------------------------------------------------------------------------
    def test(self, node: ast.expr | CaseTest, env: Env) -> bool | None:
        key = (id(node), env.key)
        known = self.common.tests.get(key)
        if known is not None:
            return known[0]
        known = self.own.tests.get(key)
        if known is not None:
            self.named = self.named or known[1]
            self.touched = True
            return known[0]
        self.steps += 1
        if key in self.active or self.depth > MAX_TESTS or self.steps > MAX_STEPS:
            return None  # a test that hangs on itself says nothing about itself
        self.prov.spend()
        self.depth += 1
        self.active.add(key)
        before = self.named, self.touched
        self.named = self.touched = False
        outer, self.frame = self.frame, env.frame
        try:
            verdict = self._test(node, env)
        finally:
            self.frame = outer
            self.depth -= 1
            self.active.discard(key)
        (self.own if self.touched else self.common).tests[key] = (verdict, self.named)
        self.prov.kept.append(node)
        self.named, self.touched = self.named or before[0], self.touched or before[1]
        return verdict

    def _test(self, node: ast.expr | CaseTest, env: Env) -> bool | None:
        if isinstance(node, CaseTest):
            fits = self.pattern(node.pattern, node.subject, self.prov.eval(node.subject, env), env)
            return both([fits, self.test(node.guard, env)]) if node.guard is not None else fits
        if isinstance(node, ast.BoolOp):
            values = [self.test(v, env) for v in node.values]
            return both(values) if isinstance(node.op, ast.And) else either(values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            verdict = self.test(node.operand, env)
            return None if verdict is None else not verdict
        if isinstance(node, ast.Compare):
            return self.compare(node, env)
        if isinstance(node, ast.NamedExpr):
            return self.test(node.value, env)
        if isinstance(node, ast.Call):
            return self.call(node, env)
        if isinstance(node, ast.Constant):
            return None if node.value == "cut" else bool(node.value)
        if isinstance(node, ast.Name):
            return self.name(node, env)
        return self.truthy(self.prov.eval(node, env))

    def name(self, node: ast.Name, env: Env) -> bool | None:
        """A variable that holds a test: judged at its definition."""
        if node.id not in env.bound:
            bindings = self.prov.reaching(env.scope.bindings.get(node.id, []), env)
            if (
                len(bindings) == 1
                and bindings[0].kind == "assign"
                and isinstance(bindings[0].value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call))
                and not bindings[0].path
            ):
                verdict = self.test(
                    bindings[0].value, replace(env, frame=bindings[0].where.frame, order=bindings[0].where.order)
                )
                if verdict is not None:
                    return verdict
        return self.truthy(self.prov.eval(node, env))

    def compare(self, node: ast.Compare, env: Env) -> bool | None:
        verdicts = []
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=False):
            verdicts.append(self.comparison(left, op, right, env))
            left = right
        return both(verdicts)

    def comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr, env: Env) -> bool | None:
        if isinstance(op, (ast.Eq, ast.Is, ast.NotEq, ast.IsNot)):
            same = self.equal(left, right, env)
            return same if same is None or isinstance(op, (ast.Eq, ast.Is)) else not same
        if isinstance(op, (ast.Gt, ast.GtE, ast.Lt, ast.LtE)):
            return self.length(left, op, right, env)
        if isinstance(op, (ast.In, ast.NotIn)):
            inside = self.member(left, right, env)
            return inside if inside is None or isinstance(op, ast.In) else not inside
        return None

    def length(self, left: ast.expr, op: ast.cmpop, right: ast.expr, env: Env) -> bool | None:
        """``len(b.thinking) > 0`` and its like."""
        if not (isinstance(left, ast.Call) and dotted(left.func) == "len" and len(left.args) == 1):
            return None
        number = self.prov.constant(self.prov.eval(right, env))
        known = self.known(self.prov.eval(left.args[0], env), left.args[0], env)
        if known is None or known[0] != "text" or number not in (0, 1):
            return None
        many = known[1] != ""
        if (isinstance(op, ast.Gt) and number == 0) or (isinstance(op, ast.GtE) and number == 1):
            return many
        if isinstance(op, ast.Lt) and number == 1:
            return not many
        return None

    def equal(self, left: ast.expr, right: ast.expr, env: Env) -> bool | None:
        known = self.known(self.prov.eval(left, env), left, env)
        other = self.known(self.prov.eval(right, env), right, env)
        if known is None or other is None:
            return None
        return self.same(known, other)

    def same(self, a: tuple[str, object], b: tuple[str, object]) -> bool | None:
        if a[0] == "kind" or b[0] == "kind":
            a, b = (a, b) if a[0] == "kind" else (b, a)
            if b[0] != "const":
                return None
            if a[1] == b[1]:
                self.named = True
                return True
            return None if b[1] in self.not_kinds else False
        if a[0] == "class" or b[0] == "class":
            a, b = (a, b) if a[0] == "class" else (b, a)
            return self.is_class(str(b[1])) if b[0] in ("const", "type") else None
        if a[0] == "const" and b[0] == "const":
            return a[1] == b[1]
        if {a[0], b[0]} == {"text", "const"}:
            constant = a[1] if a[0] == "const" else b[1]
            text = a[1] if a[0] == "text" else b[1]
            return constant == "" if text == "" else (False if constant in ("", None) else None)
        if {a[0], b[0]} == {"missing", "const"}:
            return (a[1] if a[0] == "const" else b[1]) is None
        return None

    def known(self, value: Value, node: ast.expr | None, env: Env) -> tuple[str, object] | None:
        """What is known of a value under the assumption: a kind, a constant, a class, a text, or that it is missing."""
        if node is not None:
            subject = _class_of(node)
            if subject is not None and self.is_element(self.prov.eval(subject, env)):
                return ("class", None)
        if isinstance(value, Const):
            return ("const", value.value)
        if isinstance(value, Class):
            return ("type", value.name)
        if isinstance(value, Atom):
            return self.known_atom(value)
        if isinstance(value, Text) and isinstance(value.node, ast.Call) and len(value.parts) == 1:
            return self.known(value.parts[0], None, env)
        if isinstance(value, Made) and value.op in ("strip", "lower", "lstrip", "rstrip"):
            return self.known(value.base, None, env)
        if isinstance(value, Record) and (value.spreads or value.cls):
            return None
        if isinstance(value, Alt):
            return self.choice("known", value, lambda inner: self.known(inner, None, env))
        return None

    def choice(self, what: str, value: Alt, ask: Callable[[Value], Answer | None]) -> Answer | None:
        """What the alternatives that may be taken agree on; asked once for each value."""
        key = (what, id(value), id(self.frame))
        answer: Answer | None
        known = self.common.choices.get(key)
        if known is not None:
            answer = known[1]
            return answer
        known = self.own.choices.get(key)
        if known is not None:
            self.named = self.named or known[2]
            self.touched = True
            answer = known[1]
            return answer
        before = self.named, self.touched
        self.named = self.touched = False
        found = [ask(o.value) for o in value.options if self.all(self.here(o.conds)) is not False]
        answer = found[0] if found and all(f == found[0] for f in found) else None
        (self.own if self.touched else self.common).choices[key] = (value, answer, self.named)
        self.named, self.touched = self.named or before[0], self.touched or before[1]
        return answer

    def known_atom(self, atom: Atom) -> tuple[str, object] | None:
        if atom.taken:
            return None  # one taken out of many need not be the one at hand
        if atom.key in self.blank:
            return ("text", "")
        if atom.root.kind in ("import", "free", "global") and not self.elements & {atom.key}:
            name = atom.path[-1] if atom.path else atom.root.name.split(".")[-1]
            if name[:1].isupper():
                return ("type", name)
        if not atom.path:
            return None
        owner = (atom.root, atom.path[:-1])
        last = atom.path[-1]
        if (
            last == "value"
            and len(atom.path) > 1
            and (atom.root, atom.path[:-2]) in self.elements
            and atom.path[-2] == "type"
        ):
            self.touched = True
            return ("kind", self.kind)
        if owner not in self.elements:
            return None
        self.touched = True
        if last == "type":
            return ("kind", self.kind)
        if last == "__class__":
            return ("class", None)
        return self.of_field(last)

    def of_field(self, name: str) -> tuple[str, object] | None:
        if self.table is None:
            return (
                ("missing", None)
                if self.kind == OTHER and name in self.all_fields() - {"content", "id", "name"}
                else None
            )
        if name not in self.table.fields:
            return ("missing", None) if name in self.all_fields() - {"content"} else None  # a part's text, elsewhere
        if self.empty and name == self.kind:
            return ("text", "")
        if self.table.deliberation:
            return ("text", "x")
        return None

    def all_fields(self) -> set[str]:
        return {f for k in self.dialect.kinds for f in k.fields}

    def is_element(self, value: Value) -> bool:
        return isinstance(value, Atom) and not value.taken and value.key in self.elements

    def member(self, left: ast.expr, right: ast.expr, env: Env) -> bool | None:
        container = self.prov.eval(right, env)
        whole = self.known(container, right, env)
        if whole is not None and whole[0] == "kind":  # "thinking" in block.type
            return self.part_of_kind(self.prov.constant(self.prov.eval(left, env)))
        if self.is_element(container):  # "thinking" in block
            key = self.prov.constant(self.prov.eval(left, env))
            if isinstance(key, str):
                return self.has_field(key)
            return None
        subject = self.known(self.prov.eval(left, env), left, env)
        if subject is None:
            return None
        return self.member_of(subject, container, env)

    def part_of_kind(self, text: object) -> bool | None:
        """Whether the kind's name contains a text; a kind that nobody has invented yet may or may not."""
        if not isinstance(text, str) or self.kind == OTHER:
            return None
        inside = text in self.kind
        self.named = self.named or (inside and bool(text))
        self.touched = True
        return inside

    def member_of(self, subject: tuple[str, object], container: Value, env: Env) -> bool | None:
        if isinstance(container, Record) and not container.spreads and container.cls is None and not container.name:
            return either([self.same(subject, ("const", k)) for k in container.fields])
        if isinstance(container, Listing):
            if any(p.loops or p.conds for p in container.parts):
                return None
            verdicts = []
            for part in container.parts:
                item = self.known(part.value, None, env)
                verdicts.append(None if item is None else self.same(subject, item))
            return either(verdicts)
        if isinstance(container, Const) and isinstance(container.value, str) and subject[0] == "kind":
            return str(subject[1]) in container.value if subject[1] != OTHER else None
        if isinstance(container, Alt):
            verdicts = [self.member_of(subject, o.value, env) for o in container.options]
            return verdicts[0] if all(v == verdicts[0] for v in verdicts) else None
        return None

    def has_field(self, name: str) -> bool | None:
        self.touched = True
        if self.table is None:
            return False if name in self.all_fields() - {"content", "id", "name", "type"} else None
        return name in self.table.fields if name in self.all_fields() else None

    # -- calls -------------------------------------------------------------------------------------------------------
    def call(self, node: ast.Call, env: Env) -> bool | None:
        name = dotted(node.func).split(".")[-1]
        if name == "isinstance" and len(node.args) == 2:
            return self.isinstance(node, env)
        if name == "hasattr" and len(node.args) == 2:
            if self.is_element(self.prov.eval(node.args[0], env)):
                key = self.prov.constant(self.prov.eval(node.args[1], env))
                if key == "type":
                    return None  # whether blocks are objects or dicts is another question
                return self.has_field(key) if isinstance(key, str) else None
            return None
        if name == "bool" and node.args:
            return self.test(node.args[0], env)
        if name == "len" and len(node.args) == 1:
            return self.test(node.args[0], env)
        if name in ("any", "all") and len(node.args) == 1:
            return self.quantified(node.args[0], name, env)
        if name == "callable":
            return None
        if name in ("fullmatch", "match", "search") and len(node.args) == 2:
            return self.matched(node, name, env)
        if name in ("startswith", "endswith") and isinstance(node.func, ast.Attribute) and node.args:
            return self.affix(node, name, env)
        callee = self.prov.eval(node.func, env)
        if isinstance(callee, Func):
            return self.predicate(callee, node, env)
        return self.truthy(self.prov.eval(node, env))

    def affix(self, node: ast.Call, name: str, env: Env) -> bool | None:
        assert isinstance(node.func, ast.Attribute)
        subject = self.known(self.prov.eval(node.func.value, env), node.func.value, env)
        part = self.prov.constant(self.prov.eval(node.args[0], env))
        if subject is None or subject[0] != "kind" or not isinstance(part, str) or subject[1] == OTHER:
            return False if subject is not None and subject[0] == "kind" and subject[1] == OTHER else None
        return bool(getattr(str(subject[1]), name)(part))

    def quantified(self, node: ast.expr, name: str, env: Env) -> bool | None:
        """``any(b.type == kind for kind in KINDS)`` over constants: the tests one by one."""
        if not isinstance(node, (ast.GeneratorExp, ast.ListComp)) or len(node.generators) != 1:
            return None
        parts = self.prov.parts(self.prov.eval(node.generators[0].iter, env))
        if not parts or any(not isinstance(p.value, Const) or p.loops or p.conds or p.changed for p in parts):
            return None
        found = [
            both([*(self.cond(c) for c in conds), self.test(node.elt, inner)]) if name == "any" or not conds else None
            for inner, conds, _ in self.prov.generators(node.generators, env)
        ]
        return either(found) if name == "any" else both(found)

    def matched(self, node: ast.Call, name: str, env: Env) -> bool | None:
        """``re.fullmatch("text|tool_use", b.type)``, where the pattern is no more than words and choices."""
        pattern = self.prov.constant(self.prov.eval(node.args[0], env))
        subject = self.known(self.prov.eval(node.args[1], env), node.args[1], env)
        if subject is None or subject[0] != "kind" or not isinstance(pattern, str):
            return None
        if re.fullmatch(r"[\w|()^$]{1,300}", pattern) is None:
            return None
        try:
            return getattr(re, name)(pattern, str(subject[1])) is not None
        except re.error:
            return None

    def predicate(self, callee: Func, node: ast.Call, env: Env) -> bool | None:
        """A function of the file as a test: the returns that may run under the assumption decide."""
        inner = self.prov.call_env(callee.scope, node, env, callee.instance)
        if inner is None or callee.scope.yields:
            return None
        if callee.env is not None:
            inner = replace(inner, closure=callee.env)
        verdicts: list[bool | None] = []
        for exit_ in callee.scope.returns:
            at = replace(inner, frame=exit_.where.frame, order=exit_.where.order)
            frames = exit_.where.frame.chain() if exit_.where.frame else []
            if any(f.kind in ("for", "while") for f in frames):
                return None
            runs = both([self.cond(Cond(t, h, at)) for f in frames for t, h in f.tests])
            if runs is False:
                continue
            value = self.test(exit_.value, at) if exit_.value is not None else False
            if runs is True:
                verdicts.append(value)
                break
            verdicts.append(value)
        if not verdicts:
            return False
        return verdicts[0] if all(v == verdicts[0] for v in verdicts) else None

    def isinstance(self, node: ast.Call, env: Env) -> bool | None:
        subject = self.prov.eval(node.args[0], env)
        classes = node.args[1]
        if isinstance(classes, ast.Name):
            bindings = env.scope.file.module.bindings.get(classes.id)
            if bindings and isinstance(bindings[-1].value, (ast.Tuple, ast.BinOp)):
                classes = bindings[-1].value
        names = [dotted(c).split(".")[-1] for c in _class_list(classes)]
        if not self.is_element(subject):
            return None
        return either([self.is_class(n) for n in names])

    def is_class(self, name: str) -> bool | None:
        """Whether a block of the assumed kind is an instance of a class of this name."""
        kind = self.dialect.kind_of_class(self.prov.index.imports.get(name, name).rpartition(".")[2])
        if kind is not None:
            self.touched = True
            if kind.name == self.kind:
                self.named = True
            return kind.name == self.kind
        return None

    # -- patterns ----------------------------------------------------------------------------------------------------
    def pattern(self, pattern: ast.pattern, subject: ast.expr | None, value: Value, env: Env) -> bool | None:
        if isinstance(pattern, ast.MatchAs):
            return True if pattern.pattern is None else self.pattern(pattern.pattern, subject, value, env)
        if isinstance(pattern, ast.MatchOr):
            return either([self.pattern(p, subject, value, env) for p in pattern.patterns])
        if isinstance(pattern, ast.MatchValue):
            known = self.known(value, subject, env)
            wanted = self.known(self.prov.eval(pattern.value, env), None, env)
            return None if known is None or wanted is None else self.same(known, wanted)
        if isinstance(pattern, ast.MatchClass):
            verdicts: list[bool | None] = []
            if self.is_element(value):
                verdicts.append(self.is_class(dotted(pattern.cls).split(".")[-1]))
            else:
                verdicts.append(None)
            for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=False):
                verdicts.append(self.pattern(inner, None, self.prov.field(value, name, None), env))
            named_type = any(n == "type" for n in pattern.kwd_attrs)
            if named_type and dotted(pattern.cls).split(".")[-1] == "object":
                verdicts[0] = True
            return both(verdicts)
        if isinstance(pattern, ast.MatchMapping):
            return self.mapping(pattern, value, env)
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject, ast.Tuple):
            verdicts = []
            for inner, element in zip(pattern.patterns, subject.elts, strict=False):
                verdicts.append(self.pattern(inner, element, self.prov.eval(element, env), env))
            return both(verdicts)
        return None

    def mapping(self, pattern: ast.MatchMapping, value: Value, env: Env) -> bool | None:
        verdicts: list[bool | None] = []
        for key, inner in zip(pattern.keys, pattern.patterns, strict=False):
            name = key.value if isinstance(key, ast.Constant) else None
            if not isinstance(name, str):
                return None
            if self.is_element(value) and self.has_field(name) is False:
                return False
            verdicts.append(self.pattern(inner, None, self.prov.field(value, name, None), env))
        return both(verdicts)

    # -- truth of values ---------------------------------------------------------------------------------------------
    def truthy(self, value: Value) -> bool | None:
        if isinstance(value, Const):
            return bool(value.value)
        if isinstance(value, Atom):
            if value.key in self.elements and not value.taken:
                return True
            known = self.known_atom(value)
            if known is None:
                return None
            if known[0] == "text":
                return known[1] != ""
            return {"missing": False, "kind": True, "class": True}.get(known[0])
        if isinstance(value, Made) and value.op in ("strip", "lstrip", "rstrip"):
            return self.truthy(value.base)
        if isinstance(value, Record):
            return True if value.name or value.fields else None
        if isinstance(value, (Func, Class)):
            return True
        if isinstance(value, Alt):
            return self.choice("truthy", value, self.truthy)
        if isinstance(value, Listing):
            return False if not value.parts else None
        return None


def _class_of(node: ast.expr) -> ast.expr | None:
    """``x`` of ``type(x)``, ``type(x).__name__``, ``x.__class__``, ``x.__class__.__name__``, ``str(type(x))``."""
    if isinstance(node, ast.Attribute) and node.attr in ("__name__", "__qualname__"):
        return _class_of(node.value)
    if isinstance(node, ast.Attribute) and node.attr == "__class__":
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        if node.func.id == "type":
            return node.args[0]
        if node.func.id == "str":
            return _class_of(node.args[0])
    return None


def _class_list(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple):
        return [c for e in node.elts for c in _class_list(e)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _class_list(node.left) + _class_list(node.right)
    return [node]
