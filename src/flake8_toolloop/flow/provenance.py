"""Where a value comes from, and through which operations: asked backward from a node, memoised, with a budget."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.calls import constants, evaluate, spelled_like_request
from flake8_toolloop.flow.declared import Declared
from flake8_toolloop.flow.index import (
    Binding,
    Call,
    Frame,
    Index,
    Mutation,
    Scope,
    Where,
    beyond,
    chain_of,
    dotted,
    exclusive,
    leaves,
    place_of,
    shared,
)
from flake8_toolloop.flow.outside import Outside
from flake8_toolloop.flow.positions import one_position
from flake8_toolloop.flow.project import Neighbours
from flake8_toolloop.flow.questions import Questions
from flake8_toolloop.flow.removals import AT_HAND, left_over
from flake8_toolloop.flow.requests import Requests
from flake8_toolloop.flow.values import (
    ELEMENT,
    Alt,
    Atom,
    Class,
    Cond,
    Const,
    Deferred,
    Env,
    FieldSet,
    Func,
    Listing,
    Made,
    Option,
    Part,
    Record,
    Root,
    Text,
    Unknown,
    Value,
    options,
    with_pick,
)

MAX_DEPTH = 7
MAX_NESTING = 80
"""Queries inside one another; beyond that nothing is known."""
MAX_AGAIN = 1
"""Times that a query may come back to a place of the program with other values for the names bound there."""
MAX_OPTIONS = 24
MAX_PARTS = 48
APPENDERS = frozenset({"append", "appendleft", "add", "extend", "insert", "iadd"})

QUERY_BUDGET = 12_000
"""Steps (expressions evaluated, tests judged) that one query may cost: about thirty microseconds each."""
FILE_BUDGET = 15_000
"""Steps that the queries of a file may cost together."""
LEAST_BUDGET = 400
"""What a query gets when the others have used that up (a tenth of it when they have used it up twice)."""
GLANCE = 400
"""What a query gets that is asked of everything that enters a list, and whose answer is seldom far."""
OVER_BUDGET = "over budget"
"""Why an expression is unknown whose value costs too much."""


class OverBudgetError(Exception):
    """A query asked for more than it may cost."""


class Provenance:
    """The queries of one file."""

    def __init__(
        self,
        index: Index,
        dialects: tuple[Dialect, ...],
        model_calls: Iterable[str] = (),
        neighbours: Neighbours | None = None,
        sanctioned: Iterable[str] = (),
    ):
        self.index = index
        self.dialects = dialects
        self.shortcuts = {(d.name, d.shortcut): d.unit for d in dialects if d.shortcut}
        """The fields of a response that are its unit."""
        self.neighbours = neighbours
        self.outside = Outside(self, neighbours) if neighbours is not None else None
        self.model_calls = Declared(model_calls)
        self.sanctioned = Declared(sanctioned)
        self.left = FILE_BUDGET
        self.budget = QUERY_BUDGET
        self.handlers: dict[type, Callable[[Any, Env], Value]] = {
            getattr(ast, name[5:]): getattr(self, name) for name in dir(self) if name.startswith("eval_")
        }
        self.asked: Questions[Value] = Questions()
        self.nesting = 0
        self.calls_open: dict[int, list[tuple[object, ...]]] = {}
        """The calls of each function that are being followed."""
        self.places_open: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
        self.parts_of: dict[int, tuple[Value, list[Part]]] = {}
        self.helpers_of: dict[tuple[int, str], list[tuple[Scope, Mutation, ast.Call, Where]]] = {}
        self.passed_of: dict[int, dict[str, list[tuple[Call, int]]]] = {}
        self.members_of: dict[int, dict[str, list[tuple[str, list[Mutation]]]]] = {}
        self.taken: dict[tuple[int, int, int], tuple[Value, Value]] = {}
        self.rests: dict[tuple[int, ...], ast.Tuple] = {}
        self._ends: dict[int, Env] = {}
        self._may_ask: dict[int, bool] = {}
        self.attributes: dict[tuple[int, str], Scope | None] = {}
        self._requests: Requests | None = None
        self.kept: list[object] = []  # what the memo's keys name by id has to live as long as the memo

    def close(self) -> None:
        """Let go of all answers, which refer to the one that gave them."""
        self.__dict__.clear()

    # -- budgets -----------------------------------------------------------------------------------------------------
    def spend(self) -> None:
        """Take one step of the query at hand."""
        self.budget -= 1
        if self.budget < 0:
            raise OverBudgetError

    def within_budget(self, query: Callable[[], object], most: int | None = None) -> bool:
        """Run one query with a budget of its own, of at most so many steps; whether it came to an end."""
        least = LEAST_BUDGET if self.left > -FILE_BUDGET else LEAST_BUDGET // 10
        outer, granted = self.budget, min(most or QUERY_BUDGET, QUERY_BUDGET, max(self.left, least))
        self.budget = granted
        try:
            query()
        except (OverBudgetError, RecursionError):
            return False
        finally:
            self.left -= granted - max(self.budget, 0)
            self.budget = outer
        return True

    def value_at(self, node: ast.expr, where: Where, most: int | None = None) -> Value:
        """The value of an expression where it stands, or unknown where that costs more than ``most`` steps."""
        found: list[Value] = []
        self.within_budget(lambda: found.append(self.eval(node, self.env_at(where))), most)
        return found[0] if found else Unknown(node, OVER_BUDGET)

    # -- environments ------------------------------------------------------------------------------------------------
    def env_at(self, where: Where) -> Env:
        """The environment of a place, nothing known of the parameters."""
        return Env(where.scope, where.frame, where.order, {})

    def env_end(self, scope: Scope) -> Env:
        """The environment at the end of a scope."""
        if id(scope) not in self._ends:
            self._ends[id(scope)] = Env(scope, None, float("inf"), {})
        return self._ends[id(scope)]

    @property
    def requests(self) -> Requests:
        """The requests of the file by their names."""
        if self._requests is None:
            self._requests = Requests(self.index, self.dialects, self.model_calls.last)
        return self._requests

    def may_ask(self, node: ast.Call) -> bool:
        """Whether a call's name allows that it is a request."""
        known = self._may_ask.get(id(node))
        if known is None:
            known = self._may_ask[id(node)] = spelled_like_request(self, node)
            self.kept.append(node)
        return known

    def call_elsewhere(self, root: Root) -> ast.Call | None:
        """The request in another file that a response comes from."""
        if self.neighbours is None or root.kind != "model":
            return None
        return self.neighbours.call(root.at)

    def moved(self, env: Env, where: Where) -> Env:
        """The same context at another place of the same scope."""
        return env.at(where.frame, where.order)

    # -- expressions -------------------------------------------------------------------------------------------------
    def eval(self, node: ast.AST | None, env: Env) -> Value:
        """The value of an expression in an environment; never raises but for the budget."""
        if node is None:
            return Const(None)
        asked = self.asked
        key = (id(node), env.key)
        known = asked.answers.get(key) or asked.known(key)
        if known is not None:
            return known
        if asked.comes_back(key):
            return Unknown(node, "recursion")
        if self.nesting > MAX_NESTING:
            return Unknown(node, "too deep")
        self.spend()
        asked.open(key)
        self.nesting += 1
        value: Value | None = None
        try:
            handler = self.handlers.get(type(node))
            value = handler(node, env) if handler else Unknown(node, type(node).__name__)
        finally:
            self.nesting -= 1
            asked.close(key, value)
        self.kept.append(node)
        return value

    def force(self, value: Value | Deferred) -> Value:
        return self.eval(value.node, value.env) if isinstance(value, Deferred) else value

    def eval_Constant(self, node: ast.Constant, _env: Env) -> Value:
        return Const(node.value, node)

    def eval_JoinedStr(self, node: ast.JoinedStr, env: Env) -> Value:
        inner = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
        return Text(tuple(self.eval(v, env) for v in inner), node)

    def eval_Await(self, node: ast.Await, env: Env) -> Value:
        return self.eval(node.value, env)

    def eval_Starred(self, node: ast.Starred, env: Env) -> Value:
        return self.eval(node.value, env)

    def eval_NamedExpr(self, node: ast.NamedExpr, env: Env) -> Value:
        return self.eval(node.value, env)

    def eval_IfExp(self, node: ast.IfExp, env: Env) -> Value:
        yes = Option(self.eval(node.body, env), (Cond(node.test, True, env),))
        no = Option(self.eval(node.orelse, env), (Cond(node.test, False, env),))
        return Alt((yes, no), node)

    def eval_BoolOp(self, node: ast.BoolOp, env: Env) -> Value:
        values = [self.eval(v, env) for v in node.values]
        if isinstance(node.op, ast.And):
            return values[-1]
        kept = [(n, v) for n, v in zip(node.values, values, strict=False) if not _is_empty(v)]
        none = isinstance(values[-1], Const) and values[-1].value is None
        if len(kept) == 1 and len(values) == 2 and _is_empty(values[1]) and not none:
            return kept[0][1]  # ``x or []`` is x
        out: list[Option] = []
        before: tuple[Cond, ...] = ()
        for test, value in zip(node.values, values, strict=False):
            out.append(Option(value, (*before, Cond(test, True, env)) if test is not node.values[-1] else before))
            before = (*before, Cond(test, False, env))
        return Alt(tuple(out), node)

    def eval_BinOp(self, node: ast.BinOp, env: Env) -> Value:
        left, right = self.eval(node.left, env), self.eval(node.right, env)
        if isinstance(node.op, ast.Add):
            if isinstance(left, (Text,)) or isinstance(right, (Text,)) or _is_str(left) or _is_str(right):
                return Text((left, right), node)
            return Listing((*self.parts(left), *self.parts(right)), node)
        if isinstance(node.op, ast.Mod) and (_is_str(left) or isinstance(left, Text)):
            return Text((left, right), node)
        if isinstance(node.op, ast.BitOr):
            return self.merged(left, right, node)
        return Unknown(node, "arithmetic")

    def eval_UnaryOp(self, node: ast.UnaryOp, env: Env) -> Value:
        inner = self.eval(node.operand, env)
        if isinstance(node.op, ast.USub) and isinstance(inner, Const) and isinstance(inner.value, (int, float)):
            return Const(-inner.value, node)
        return Unknown(node, "operator")

    def merged(self, left: Value, right: Value, node: ast.AST) -> Value:
        """``a | b`` of dicts or sets."""
        if isinstance(right, Record):
            if isinstance(left, Record):
                sets = right.sets
                return Record(
                    {**left.fields, **right.fields}, node, None, "", left.spreads + right.spreads, left.sets + sets,
                    nodes={**left.nodes, **right.nodes},
                )  # fmt: skip
            return replace(right, spreads=(left, *right.spreads), node=node, cache={})
        if isinstance(left, Listing) or isinstance(right, Listing):
            return Listing((*self.parts(left), *self.parts(right)), node)
        return Unknown(node, "or")

    def eval_List(self, node: ast.List | ast.Tuple | ast.Set, env: Env) -> Value:
        parts: list[Part] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                parts.extend(self.parts(self.eval(element.value, env)))
            else:
                parts.append(Part(self.eval(element, env), node=element))
        return Listing(tuple(parts[:MAX_PARTS]), node)

    eval_Tuple = eval_Set = eval_List

    def eval_Dict(self, node: ast.Dict, env: Env) -> Value:
        fields: dict[str, Callable[[], Value]] = {}
        nodes: dict[str, ast.expr] = {}
        spreads: list[Value] = []
        for key, value in zip(node.keys, node.values, strict=False):
            if key is None:
                spread = self.eval(value, env)
                if isinstance(spread, Record) and not spread.spreads:
                    for name in (*spread.fields, *(s.key for s in spread.sets)):
                        fields[name] = lambda s=spread, n=name: s.get(n) or Unknown(None)  # type: ignore[misc]
                        if name in spread.nodes:
                            nodes[name] = spread.nodes[name]
                else:
                    spreads.append(spread)
                continue
            name_value = self.eval(key, env) if not isinstance(key, ast.Constant) else Const(key.value)
            text = self.constant(name_value)
            if isinstance(text, str):
                fields[text] = lambda v=value: self.eval(v, env)  # type: ignore[misc]
                nodes[text] = value
            elif isinstance(name_value, Class):
                fields[f"class:{name_value.name}"] = lambda v=value: self.eval(v, env)  # type: ignore[misc]
                nodes[f"class:{name_value.name}"] = value
            elif isinstance(name_value, Atom) and name_value.root.kind in ("import", "free"):
                name = (*name_value.root.name.split("."), *name_value.path)[-1]
                if name[:1].isupper() and not name.isupper():  # a class of another file
                    fields[f"class:{name}"] = lambda v=value: self.eval(v, env)  # type: ignore[misc]
                    nodes[f"class:{name}"] = value
        return Record(fields, node, None, "", tuple(spreads), nodes=nodes)

    def eval_ListComp(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, env: Env) -> Value:
        parts: list[Part] = []
        for inner, conds, loops in self.generators(node.generators, env):
            value = self.eval(node.elt, inner)
            parts.append(Part(value, conds, loops, node))
            if len(parts) >= MAX_PARTS:
                break
        return Listing(tuple(parts), node)

    eval_GeneratorExp = eval_SetComp = eval_ListComp

    def eval_DictComp(self, node: ast.DictComp, env: Env) -> Value:
        """``{k: v for k, v in d.items() if ...}`` is a copy of ``d``; the keys that a test names may be gone."""
        if len(node.generators) == 1:
            generator = node.generators[0]
            source = generator.iter
            if isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr == "items":
                base = self.eval(source.func.value, env)
                return self.with_keys(base, generator, env, node)
            return self.by_kind(node, env) or self.picked_keys(node, generator, env)
        return Unknown(node, "dict comprehension")

    def with_keys(self, base: Value, generator: ast.comprehension, env: Env, node: ast.AST) -> Value:
        """A copy of a dict whose keys are tested: what the tests take out, or the only keys that they let through."""
        target = generator.target
        first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else None
        removed: frozenset[str] = frozenset()
        allowed: frozenset[str] | None = None
        unknown = False
        for test in generator.ifs:
            if not (isinstance(first, ast.Name) and isinstance(test, ast.Compare) and isinstance(test.left, ast.Name)):
                continue
            if test.left.id != first.id:
                continue
            keys = self.key_constants(test.comparators[0], env)
            if keys is None:
                unknown = True
            elif isinstance(test.ops[0], (ast.In, ast.Eq)):
                allowed = frozenset(keys)
            else:
                removed |= frozenset(keys)
        if unknown:
            return Made("keys", base, node)
        if not removed and allowed is None:
            return base
        return Record({}, node, None, "", (base,), (), removed, allowed)

    def key_constants(self, node: ast.expr, env: Env) -> list[str] | None:
        value = self.eval(node, env)
        single = self.constant(value)
        return [single] if isinstance(single, str) else constants(self, value)

    def by_kind(self, node: ast.DictComp, env: Env) -> Value | None:
        """``{b.type: b for b in blocks}``: the last block of each kind."""
        parts: list[Part] = []
        for inner, conds, loops in self.generators(node.generators, env):
            key, value = self.eval(node.key, inner), self.eval(node.value, inner)
            if not (isinstance(key, Atom) and isinstance(value, Atom)):
                return None
            if value.path[-1:] != (ELEMENT,) or key.key != value.step("type").key:
                return None
            parts.append(Part(with_pick(value, node), conds, loops, node))
        return Made("by kind", Listing(tuple(parts), node), node) if parts else None

    def of_kind(self, value: Made, name: str, node: ast.AST | None) -> Value:
        """The block of one kind out of a dict of the last of each."""
        out = []
        for part in self.parts(value.base):
            any_block = replace(part.value, pick=None, picked_at=0) if isinstance(part.value, Atom) else part.value
            bound = Env(self.index.module, None, float("inf"), {AT_HAND: any_block})
            kind = ast.Attribute(ast.Name(AT_HAND, ast.Load()), "type", ast.Load())
            test = ast.Compare(kind, [ast.Eq()], [ast.Constant(name)])
            out.append(Option(part.value, (*part.conds, Cond(test, True, bound))))
        return _alt(out, node)

    def picked_keys(self, node: ast.DictComp, generator: ast.comprehension, env: Env) -> Value:
        """``{k: block[k] for k in FIELDS}``: a copy with these keys only."""
        keys = self.key_constants(generator.iter, env)
        value = node.value
        if keys is None or not isinstance(generator.target, ast.Name):
            return Unknown(node, "dict comprehension")
        name = generator.target.id
        source: ast.expr | None = None
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Name) and value.slice.id == name:
            source = value.value
        elif isinstance(value, ast.Call) and value.args:
            if isinstance(value.func, ast.Attribute) and value.func.attr == "get":
                source = value.func.value
            elif isinstance(value.func, ast.Name) and value.func.id == "getattr":
                source = value.args[0]
        if source is None:
            return Unknown(node, "dict comprehension")
        return Record({}, node, None, "", (self.eval(source, env),), (), frozenset(), frozenset(keys))

    def generators(
        self, generators: list[ast.comprehension], env: Env
    ) -> Iterable[tuple[Env, tuple[Cond, ...], tuple[Value, ...]]]:
        """The environments in which a comprehension's element is evaluated, one for each source part."""
        states: list[tuple[Env, tuple[Cond, ...], tuple[Value, ...]]] = [(env, (), ())]
        for generator in generators:
            following: list[tuple[Env, tuple[Cond, ...], tuple[Value, ...]]] = []
            for inner, conds, loops in states:
                source = self.eval(generator.iter, inner)
                for part in self.parts(source)[:MAX_PARTS]:
                    bound = self.bind_target(generator.target, part.value, inner)
                    tests = tuple(Cond(t, True, bound) for t in generator.ifs)
                    if part.changed:  # "cut" may take any element out, "order" none
                        tests = (Cond(ast.Constant(part.changed), True, bound), *tests)
                    following.append((bound, conds + part.conds + tests, (*loops, *(part.loops or (source,)))))
            states = following[:MAX_PARTS]
        return states

    def bind_target(self, target: ast.expr, value: Value, env: Env) -> Env:
        """An environment with the names of a loop target bound to an element."""
        bound = dict(env.bound)
        self._bind(target, value, bound)
        return Env(env.scope, env.frame, env.order, bound, env.depth, env.closure)

    def _bind(self, target: ast.expr, value: Value, bound: dict[str, Value | Deferred]) -> None:
        if isinstance(target, ast.Name):
            bound[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            for number, element in enumerate(target.elts):
                if not isinstance(element, ast.Starred):
                    self._bind(element, self.item(value, number, None), bound)

    def eval_Name(self, node: ast.Name, env: Env) -> Value:
        return self.lookup(node.id, node, env)

    def lookup(self, name: str, node: ast.AST, env: Env) -> Value:
        if name in env.bound:
            again = env.scope.bindings.get(name, ())
            if any(b.kind in ("assign", "with") and b.where.order < env.order for b in again):
                return self.place_value(name, node, env)
            return self.with_mutations(name, self.force(env.bound[name]), env)
        scope: Scope | None = env.scope
        if scope is not None and name in scope.bindings and name not in scope.outer_names:
            return self.place_value(name, node, env)
        closure = env.closure
        scope = scope.parent if scope is not None else None
        while scope is not None and (scope.kind == "class" or name not in scope.bindings):
            scope = scope.parent
        if scope is None:
            starred = self.outside.starred(name, env.scope.file) if self.outside is not None else None
            return starred or Atom(Root("free", name), (), node)
        if closure is not None and closure.scope is scope:
            return self.place_value(name, node, closure.at(None, float("inf")))
        return self.place_value(name, node, self.env_end(scope))

    def eval_Attribute(self, node: ast.Attribute, env: Env) -> Value:
        return self.member(node, node.value, node.attr, env)

    def eval_Subscript(self, node: ast.Subscript, env: Env) -> Value:
        key = node.slice
        if isinstance(key, ast.Slice):
            return self.sliced(node, env)
        constant = self.constant(self.eval(key, env))
        if isinstance(constant, str):
            return self.member(node, node.value, constant, env)
        base = self.eval(node.value, env)
        if isinstance(constant, int) and not isinstance(constant, bool):
            return self.item(base, constant, node)
        if isinstance(base, Record):
            return self.table(base, key, env, node)
        one = self.element(base, node)
        return with_pick(one, node) if one_position(key, env.scope) else one

    def sliced(self, node: ast.Subscript, env: Env) -> Value:
        base = self.eval(node.value, env)
        limits = node.slice
        assert isinstance(limits, ast.Slice)
        if limits.lower is None and limits.upper is None:
            step = limits.step
            return Made("reversed", base, node) if step is not None else base
        if isinstance(base, (Text, Const)):
            return Text((base,), node)
        first = limits.lower is None and isinstance(limits.upper, ast.Constant) and limits.upper.value == 1
        return Made("first" if first else "slice", base, node)

    def table(self, base: Record, key: ast.expr, env: Env, node: ast.AST) -> Value:
        """``TABLE[b.type]``: one of the entries, each under the test that the key is its own."""
        out = []
        for name in base.fields:
            if name.startswith("class:"):
                test: ast.expr = ast.Call(ast.Name("isinstance"), [_type_subject(key), ast.Name(name[6:])], [])
            else:
                test = ast.Compare(key, [ast.Eq()], [ast.Constant(name)])
            out.append(Option(base.get(name) or Unknown(node), (Cond(test, True, env),)))
        return Alt(tuple(out), node) if out else Unknown(node, "table")

    def member(self, node: ast.AST, owner: ast.expr, name: str, env: Env) -> Value:
        """``owner.name`` or ``owner["name"]``: by the places of the scope first, then by the owner's value."""
        place = place_of(node)
        if place is not None:
            root = place.split(".")[0].split("[")[0]
            if root == env.scope.self_name() and root not in env.bound:
                return self.self_member(place, name, node, owner, env)
            if place in env.scope.bindings and root not in env.bound:
                value = self.member_value(place, root, name, owner, node, env)
                if not isinstance(value, Unknown):
                    return value
        value = self.field(self.eval(owner, env), name, node)
        if place is not None and place in env.scope.mutations:
            value = self.with_mutations(place, value, env, self.given_at(root, env))
        return value

    def given_at(self, name: str, env: Env) -> Where | None:
        """Where the function gives a name the value that it has: what was done to the one before does not count."""
        found = self.reaching(env.scope.bindings.get(name, []), env)
        own = len(found) == 1 and found[0].kind == "assign" and self.dominates(found[0], env)
        return found[0].where if own else None

    def member_value(self, place: str, root: str, name: str, owner: ast.expr, node: ast.AST, env: Env) -> Value:
        """A field that the function itself assigns: the assignment that dominates, else what was there before too."""
        fresh = any(
            f.kind in ("for", "comp") and any(b.node is f.node for b in env.scope.bindings.get(root, ()))
            for f in chain_of(env.frame)
        )
        found = [
            b for b in self.reaching(env.scope.bindings[place], env) if b.where.order < env.order or not fresh
        ]  # an element of a loop does not carry what was assigned to the one before
        if not found:
            return Unknown(node)
        if any(self.dominates(b, env) for b in found):
            return self.place_value(place, node, env)
        options_ = [Option(self.field(self.eval(owner, env), name, node))]
        options_ += [Option(self.binding_value(b, env, node), self.conds_between(b.where, env)) for b in found]
        return Alt(tuple(options_), node)

    def self_member(self, place: str, name: str, node: ast.AST, owner: ast.expr, env: Env) -> Value:
        """An attribute of the instance: what this function gave it, a method, a constant of the class; else unknown."""
        if place in env.scope.bindings:
            bindings = self.reaching(env.scope.bindings[place], env)
            if bindings and any(self.dominates(b, env) for b in bindings):
                return self.place_value(place, node, env)
        if not isinstance(owner, ast.Name):
            return self.field(self.eval(owner, env), name, node)
        cls = env.scope.enclosing_class()
        if cls is None:
            return Atom(Root("attr", name), (), node)
        method = cls.method(name)
        if method is not None:
            if _is_property(method):
                return self.call_scope(method, [], {}, Atom(Root("attr", "self", id(cls))), env, node)
            return Func(method, None, Atom(Root("attr", "self", id(cls))), node)
        if name in cls.bindings and not declares_field(cls, name):
            return self.place_value(name, node, self.env_end(cls))
        for base in cls.bases():
            if base.file is not cls.file and name in base.bindings and not declares_field(base, name):
                return self.place_value(name, node, self.env_end(base))
        made = self.attribute_class(cls, name)
        if made is not None:
            return Record({}, node, made, made.name)
        return Atom(Root("attr", f"self.{name}", id(cls)), (), node)

    def attribute_class(self, cls: Scope, name: str) -> Scope | None:
        """The class of the file that ``self.name`` is made of, where every assignment says the same."""
        key = (id(cls), name)
        if key not in self.attributes:
            self.attributes[key] = self._attribute_class(cls, name)
        return self.attributes[key]

    def _attribute_class(self, cls: Scope, name: str) -> Scope | None:
        found: dict[str, ast.expr] = {}
        for method in cls.children:
            method.complete()
            self_name = method.self_name()
            for binding in method.bindings.get(f"{self_name}.{name}", ()):
                value = binding.value
                if isinstance(value, ast.Call):
                    found[dotted(value.func).split(".")[-1]] = value.func
                elif isinstance(value, ast.Name) and value.id in method.params:
                    annotation = method.params[value.id].annotation
                    found[annotation.id if isinstance(annotation, ast.Name) else "?"] = annotation or value
                else:
                    found["?"] = ast.Constant(None)
        if len(found) != 1:
            return None
        [(only, named)] = found.items()
        if only in cls.file.classes or self.outside is None or only == "?":
            return cls.file.classes.get(only)
        return self.outside.class_of(named, cls.file)

    def eval_Lambda(self, node: ast.Lambda, env: Env) -> Value:
        scope = env.scope.file.scope_of.get(id(node))
        return Func(scope, env, None, node) if scope else Unknown(node)

    def eval_Compare(self, node: ast.Compare, _env: Env) -> Value:
        return Unknown(node, "test")

    # -- places ------------------------------------------------------------------------------------------------------
    def place_value(self, place: str, node: ast.AST, env: Env) -> Value:
        """The value of a place at a point: the definitions that reach it, with the mutations since."""
        key = (place, env.key)
        # The same place of the program again, only deeper in what is taken off a queue: that has no end of its own.
        again = self.places_open.setdefault((place, id(env.scope), id(env.frame), env.order, env.depth), [])
        if self.asked.comes_back(key) or (len(again) >= MAX_AGAIN and self.asked.comes_back(again[-1])):
            return Unknown(node, "recursion")
        self.asked.open(key)
        again.append(key)
        try:
            return self._place_value(place, node, env)
        finally:
            again.pop()
            self.asked.close(key, None)

    def _place_value(self, place: str, node: ast.AST, env: Env) -> Value:
        bindings = [b for b in self.reaching(env.scope.bindings.get(place, []), env) if b.kind != "declared"]
        found: list[tuple[Binding, Value]] = [(b, self.binding_value(b, env, node)) for b in bindings[:MAX_OPTIONS]]
        if len(found) > 1:
            found = [(b, v) for b, v in found if not (isinstance(v, Const) and v.value is None)] or found
        if not found:
            return Unknown(node, f"{place} is not defined before")
        if len(found) == 1 and (isinstance(found[0][1], (Const, Unknown)) or self.dominates(found[0][0], env)):
            return self.with_mutations(place, found[0][1], env, found[0][0].where)
        alternatives = []
        for binding, value in found:
            changed = self.with_mutations(place, value, env, binding.where)
            at = emptied_in(binding, value, env) or binding.where
            alternatives.append(Option(changed, self.conds_between(at, env)))
        return _alt(alternatives, node)

    def conds_between(self, where: Where, env: Env) -> tuple[Cond, ...]:
        """What holds at a place beyond what holds where the query stands."""
        inner = env.at(where.frame, where.order)
        return tuple(
            Cond(test, holds, inner) for frame in beyond(where.frame, env.frame) for test, holds in frame.tests
        )

    def dominates(self, binding: Binding, env: Env) -> bool:
        return self.on_every_way(binding.where, env)

    def on_every_way(self, where: Where, env: Env) -> bool:
        """Whether every way to the point leads past another that stands before it."""
        return where.order <= env.order and all(
            f.kind in ("with", "after", "holds") or (f.kind == "try" and f.branch in ("body", "orelse", "finally"))
            for f in beyond(where.frame, env.frame)
        )

    def reaching(self, bindings: list[Binding], env: Env) -> list[Binding]:
        """The definitions that may give the value at a point, the nearest first."""
        out: list[Binding] = []
        killed = False
        for binding in reversed(bindings):
            where = binding.where
            if where.order >= env.order or exclusive(where.frame, env.frame):
                continue
            out.append(binding)
            if self.dominates(binding, env):
                killed = True
                break
        loops = [f for f in chain_of(env.frame) if f.kind in ("for", "while")]
        for binding in bindings:
            if binding.where.order < env.order or not loops:
                continue
            shared = [f for f in chain_of(binding.where.frame) if any(f is loop for loop in loops)]
            if not shared or (binding.place not in variables(shared[-1]) and of_variable(binding.place, shared[-1])):
                continue
            inside = killed and any(f is shared[-1] for f in chain_of(out[-1].where.frame))
            if not inside:
                out.append(binding)
        return out

    def binding_value(self, binding: Binding, env: Env, node: ast.AST) -> Value:
        """What one definition gives."""
        kind = binding.kind
        if kind in ("param", "for", "comp") and binding.place in env.bound:
            return self.force(env.bound[binding.place])
        if kind == "param":
            return self.parameter(binding.place, env, node)
        if kind == "import":
            found = self.outside.imported(binding) if self.outside is not None else None
            return found or Atom(Root("import", binding.module), (), node)
        if kind == "def":
            scope = binding.where.scope.file.scope_of.get(id(binding.value))
            return Func(scope, self.moved(env, binding.where), None, node) if scope else Unknown(node)
        if kind == "class":
            return Class(binding.place, binding.where.scope.file.scope_of.get(id(binding.value)), node)
        if kind == "except" or binding.value is None:
            return Atom(Root("free", binding.place, id(binding.node)), (), node)
        inner = env.at(binding.where.frame, binding.where.order)
        value = self.eval(binding.value, inner)
        if kind in ("for", "comp"):
            value = self.element(value, binding.value)
        for step in binding.path:
            value = self.unpacked(value, step, binding)
        gone = [f for f in beyond(binding.where.frame, env.frame) if f.kind == "for" and f.branch == "body"]
        if gone and kind in ("for", "assign") and self.depends_on_loop(binding, gone[-1]):
            value = with_pick(value, binding.node or binding.value)
        return value

    def assigned(self, mutation: Mutation, inner: Env, env: Env, since: Where | None) -> Value:
        """What a field of an object gets; in a loop that the object outlives, the last one wins."""
        value = self.eval(mutation.args[1], inner)
        gone = [
            f
            for f in beyond(mutation.where.frame, env.frame)
            if f.kind == "for"
            and f.branch == "body"
            and (since is None or not any(f is g for g in chain_of(since.frame)))
        ]
        if gone and self.takes_variable(mutation.args[1], gone[-1]):
            return with_pick(value, mutation.node)
        return value

    def depends_on_loop(self, binding: Binding, frame: Frame) -> bool:
        """Whether a definition in a loop takes its value from the loop's variable (the last one wins)."""
        loop = frame.node
        if binding.node is loop:
            return True
        return binding.value is not None and self.takes_variable(binding.value, frame)

    def takes_variable(self, value: ast.AST, frame: Frame) -> bool:
        """Whether an expression reads the variable of a loop."""
        names = {n.id for n in ast.walk(frame.node.target) if isinstance(n, ast.Name)}  # type: ignore[attr-defined]
        return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(value))

    def unpacked(self, value: Value, step: str, binding: Binding) -> Value:
        if step.startswith("."):
            return self.field(value, step[1:], binding.node)
        if step == "*":
            return Made("slice", value, binding.node)
        return self.item(value, int(step), binding.node)

    def parameter(self, name: str, env: Env, node: ast.AST) -> Value:
        return Atom(Root("param", name, id(env.scope)), (), node, env=env)

    # -- mutations ---------------------------------------------------------------------------------------------------
    def with_mutations(self, place: str, value: Value, env: Env, since: Where | None = None) -> Value:
        """A value with what is done to its place between its definition and the query."""
        mutations = [
            m
            for m in env.scope.mutations.get(place, ())
            if self.may_reach(m.where, env, since)
            and not of_another_round(place, m.where, env)
            and not self.superseded(place, m.where, since, env)
        ]
        mutations, value = self.replaced(mutations, value, env)
        helpers = self.helper_mutations(place, env, since)
        inside = self.member_mutations(place, env, since)
        if inside and isinstance(value, Record):
            value = replace(value, sets=value.sets + tuple(inside), cache={})
        if not mutations and not helpers:
            return value
        if isinstance(value, Alt) and empty_or_list(value):
            value = Listing(tuple(self.parts(value)), value.node)
        if isinstance(value, Alt):
            return Alt(
                tuple(Option(self.apply(o.value, mutations, helpers, env, since), o.conds) for o in value.options),
                value.node,
            )
        return self.apply(value, mutations, helpers, env, since)

    def replaced(self, mutations: list[Mutation], value: Value, env: Env) -> tuple[list[Mutation], Value]:
        """``xs[:] = ys``: what is in the list from then on, and what is done to it after that."""
        for number in range(len(mutations) - 1, -1, -1):
            mutation = mutations[number]
            limits = mutation.args[0] if mutation.op == "slice" else None
            whole = isinstance(limits, ast.Slice) and limits.lower is None and limits.upper is None
            if whole and len(mutation.args) == 2 and self.on_every_way(mutation.where, env):
                return mutations[number + 1 :], self.eval(mutation.args[1], self.moved(env, mutation.where))
        return mutations, value

    def superseded(self, place: str, where: Where, since: Where | None, env: Env) -> bool:
        """Whether a later definition stands on every way to a change: it was not made to what there was before."""
        if since is None or where.scope is not since.scope:
            return False
        at = self.moved(env, where)
        return any(
            b.kind == "assign" and since.order < b.where.order < where.order and self.on_every_way(b.where, at)
            for b in env.scope.bindings.get(place, ())
        )

    def may_reach(self, where: Where, env: Env, since: Where | None) -> bool:
        if since is not None and where.scope is not since.scope:
            return False
        if exclusive(where.frame, env.frame):
            loops = [f for f in shared(where.frame, env.frame) if f.kind in ("for", "while")]
            if since is None or not loops or any(f is loops[-1] for f in chain_of(since.frame)):
                return False  # the other branch, and what is defined in the loop's turn does not outlive it
        after = since is None or where.order > since.order
        if where.order < env.order:
            if since is not None and exclusive(where.frame, since.frame):
                return any(f.kind in ("for", "while") for f in shared(where.frame, since.frame))  # in another iteration
            return after
        common = [
            f for f in chain_of(where.frame) if f.kind in ("for", "while") and any(f is g for g in chain_of(env.frame))
        ]
        if not common:
            return False
        return since is None or not any(f is common[-1] for f in chain_of(since.frame))

    def member_mutations(self, place: str, env: Env, since: Where | None) -> list[FieldSet]:
        """What ``block["text"] += piece`` and ``block["content"].append(x)`` do to the fields of a record."""
        out = []
        for key, mutations in self.member_places(env.scope).get(place, ()):
            for mutation in mutations:
                if mutation.op == "iadd" and self.may_reach(mutation.where, env, since):
                    inner = self.moved(env, mutation.where)
                    out.append(
                        FieldSet(
                            key,
                            lambda m=mutation, e=inner: Text((self.eval(m.args[0], e),), m.node),  # type: ignore[misc]
                            (*self.conds_since(mutation.where, since, env), Cond(ast.Constant("cut"), True, inner)),
                            mutation.node,
                        )
                    )
        return out

    def member_places(self, scope: Scope) -> dict[str, list[tuple[str, list[Mutation]]]]:
        """The changed fields (and what changes them) of each place of a scope."""
        if id(scope) not in self.members_of:
            members: dict[str, list[tuple[str, list[Mutation]]]] = {}
            for name, mutations in scope.mutations.items():
                place, dot, key = name.rpartition(".")
                if dot and "[" not in key:
                    members.setdefault(place, []).append((key, mutations))
            self.members_of[id(scope)] = members
        return self.members_of[id(scope)]

    def helper_mutations(
        self, place: str, env: Env, since: Where | None
    ) -> list[tuple[Scope, Mutation, ast.Call, Where]]:
        """Appends to the place by functions of the file that get it as an argument, or that close over it."""
        if "." in place or env.depth > 3:
            return []
        key = (id(env.scope), place)
        if key not in self.helpers_of:
            self.helpers_of[key] = [*self.passed_mutations(place, env), *self.closed_mutations(place, env.scope)]
        return [h for h in self.helpers_of[key] if self.may_reach(h[3], env, since)]

    def passed_mutations(self, place: str, env: Env) -> Iterator[tuple[Scope, Mutation, ast.Call, Where]]:
        """What the functions do that get the place as an argument anywhere in the scope."""
        for call, number in self.passed_names(env.scope).get(place, ()):
            scope = self.callee_scope(call.node, env)
            if scope is None:
                continue
            at = number + (1 if scope.is_method and isinstance(call.node.func, ast.Attribute) else 0)
            if at < len(scope.positional):
                for mutation in scope.mutations.get(scope.positional[at], ()):
                    if mutation.op in APPENDERS:
                        yield scope, mutation, call.node, call.where

    def closed_mutations(self, place: str, scope: Scope) -> Iterator[tuple[Scope, Mutation, ast.Call, Where]]:
        """What the functions nested in the scope do to the place, at their calls."""
        for child in scope.children:
            if child.kind == "function" and place in child.mutations and place not in child.bindings:
                for call in scope.calls:
                    if call.name == child.name:
                        for mutation in child.mutations[place]:
                            if mutation.op in APPENDERS:
                                yield child, mutation, call.node, call.where

    def passed_names(self, scope: Scope) -> dict[str, list[tuple[Call, int]]]:
        """The calls of a scope that get a name as an argument, by the name, with the argument's number."""
        if id(scope) not in self.passed_of:
            passed: dict[str, list[tuple[Call, int]]] = {}
            for call in scope.calls:
                for number, argument in enumerate(call.node.args):
                    if isinstance(argument, ast.Name):
                        passed.setdefault(argument.id, []).append((call, number))
            self.passed_of[id(scope)] = passed
        return self.passed_of[id(scope)]

    def callee_scope(self, call: ast.Call, env: Env) -> Scope | None:
        if isinstance(call.func, ast.Name):
            found = env.scope.file.by_name.get(call.func.id, [])
            return found[0] if len(found) == 1 else None
        if (
            isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id in ("self", "cls")
        ):
            cls = env.scope.enclosing_class()
            return cls.method(call.func.attr) if cls else None
        return None

    def apply(
        self,
        value: Value,
        mutations: list[Mutation],
        helpers: list[tuple[Scope, Mutation, ast.Call, Where]],
        env: Env,
        since: Where | None,
    ) -> Value:
        sets = [m for m in mutations if m.op == "set" and m.key is not None]
        removed = [
            m for m in mutations
            if (m.op == "pop" and m.args and isinstance(m.args[0], ast.Constant) and isinstance(m.args[0].value, str))
            or (m.op == "del" and m.key is not None)
        ]  # fmt: skip
        updates = [m for m in mutations if m.op in ("update", "ior")]
        if sets or removed or updates:
            value = self.apply_sets(value, sets, removed, updates, env, since)
        adds = [m for m in mutations if m.op in APPENDERS]
        takes = ("sort", "reverse", "pop", "remove", "slice", "clear", "del")
        other = [m for m in mutations if m.op in takes and m not in removed]
        left = left_over(self, value, other, env) if not adds and not helpers else None
        if left is not None:
            return left
        if (adds or helpers or other) and (_is_str(value) or isinstance(value, Text)):
            return Text(
                (value, *(self.eval(m.args[0], self.moved(env, m.where)) for m in adds if m.args)),
                getattr(value, "node", None),
            )
        if not adds and not helpers:
            return (
                Made(other[-1].op, value, other[-1].node)
                if other and isinstance(value, (Listing, Atom, Made))
                else value
            )
        if isinstance(value, (Func, Class)) or (isinstance(value, Record) and value.cls is not None):
            return value
        base = list(self.parts(value)) if not isinstance(value, Unknown) else [Part(value)]
        for mutation in adds:
            base.extend(self.added(mutation, env, env))
        for scope, mutation, call, where in helpers:
            inner = self.call_env(scope, call, self.moved(env, where), None)
            if inner is not None:
                base.extend(self.added(mutation, inner, None))
        return Listing(tuple(base[: 2 * MAX_PARTS]), getattr(value, "node", None))

    def apply_sets(
        self,
        value: Value,
        sets: list[Mutation],
        removed: list[Mutation],
        updates: list[Mutation],
        env: Env,
        since: Where | None,
    ) -> Value:
        """A record with fields that are assigned, removed and updated."""
        changes = []
        for mutation in sets:
            inner = self.moved(env, mutation.where)
            changes.append(
                FieldSet(
                    mutation.key or "",
                    lambda m=mutation, e=inner: self.assigned(m, e, env, since),  # type: ignore[misc]
                    self.conds_since(mutation.where, since, env),
                    mutation.node,
                )
            )
        for mutation in updates:
            inner = self.moved(env, mutation.where)
            for keyword in getattr(mutation.node, "keywords", ()):
                if keyword.arg is not None:
                    changes.append(
                        FieldSet(
                            keyword.arg,
                            lambda v=keyword.value, e=inner: self.eval(v, e),  # type: ignore[misc]
                            self.conds_since(mutation.where, since, env),
                            mutation.node,
                        )
                    )
            record = self.eval(mutation.args[0], inner) if mutation.args else Unknown(None)
            if isinstance(record, Record):
                for name in record.fields:
                    changes.append(
                        FieldSet(
                            name,
                            lambda r=record, n=name: r.get(n) or Unknown(None),  # type: ignore[misc]
                            self.conds_since(mutation.where, since, env),
                            mutation.node,
                        )
                    )
        gone = frozenset(m.key or str(m.args[0].value) for m in removed)  # type: ignore[attr-defined]
        if isinstance(value, Record):
            return replace(value, sets=value.sets + tuple(changes), removed=value.removed | gone, cache={})
        if isinstance(value, Atom):
            return Record({}, value.node, None, "", (value,), tuple(changes), gone)
        return value

    def conds_since(self, where: Where, since: Where | None, env: Env) -> tuple[Cond, ...]:
        inner = self.moved(env, where)
        outer = since.frame if since is not None else env.frame
        use = {id(f) for f in chain_of(env.frame)}
        return tuple(
            Cond(test, holds, inner)
            for frame in beyond(where.frame, outer)
            if id(frame) not in use
            for test, holds in frame.tests
        )

    def added(self, mutation: Mutation, env: Env, use: Env | None) -> list[Part]:
        """The parts that one append adds, once for each combination of the loops around it."""
        where = mutation.where
        inner = env.at(where.frame, where.order)
        outer = use.frame if use is not None else None
        out: list[Part] = []
        for bound, conds, loops in self.expand(beyond(where.frame, outer), inner):
            out.extend(self.addition(mutation, bound, conds, loops))
            if len(out) >= MAX_PARTS:
                break
        return out

    def addition(self, mutation: Mutation, env: Env, conds: tuple[Cond, ...], loops: tuple[Value, ...]) -> list[Part]:
        args = mutation.args
        if not args:
            return []
        if mutation.op in ("extend", "iadd"):
            value = self.eval(args[0], env)
            if isinstance(value, (Text, Const)) and mutation.op == "iadd":
                return [Part(value, conds, loops, mutation.node)]
            return [
                Part(p.value, conds + p.conds, loops + p.loops, p.node or mutation.node, p.changed)
                for p in self.parts(value)
            ]
        value = self.eval(args[-1], env)
        front = mutation.op in ("insert", "appendleft")
        return [Part(value, conds, loops, args[-1], "front" if front else "")]

    def expand(self, frames: list[Frame], env: Env) -> list[tuple[Env, tuple[Cond, ...], tuple[Value, ...]]]:
        """Bind the targets of loops and collect the conditions of blocks, one state for each source part."""
        states: list[tuple[Env, tuple[Cond, ...], tuple[Value, ...]]] = [(env, (), ())]
        for frame in frames:
            if frame.kind in ("for", "comp") and frame.branch == "body":
                loop = frame.node
                following = []
                for inner, conds, loops in states:
                    source = self.eval(loop.iter, inner.at(frame.parent, inner.order))  # type: ignore[attr-defined]
                    for part in self.parts(source):
                        changed = part.changed
                        bound = self.bind_target(loop.target, part.value, inner)  # type: ignore[attr-defined]
                        extra = tuple(Cond(t, h, bound) for t, h in frame.tests)
                        if changed:
                            extra = (*extra, Cond(ast.Constant(changed), True, bound))
                        following.append((bound, conds + part.conds + extra, (*loops, *(part.loops or (source,)))))
                states = following[:MAX_PARTS]
            elif frame.kind == "while" and frame.branch == "body":
                again = Unknown(frame.node, "while")
                states = [
                    (inner, conds + tuple(Cond(t, h, inner) for t, h in frame.tests), (*loops, again))
                    for inner, conds, loops in states
                ]
            elif frame.tests:
                states = [
                    (inner, conds + tuple(Cond(t, h, inner) for t, h in frame.tests), loops)
                    for inner, conds, loops in states
                ]
        return states

    # -- structure ---------------------------------------------------------------------------------------------------
    def field(self, value: Value, name: str, node: ast.AST | None) -> Value:
        """The field of a value, attribute and key alike."""
        if isinstance(value, Atom):
            if value.root.kind == "model" and not value.path and name in self.response_aliases:
                return replace(value, node=node or value.node)
            if value.root.kind == "model" and not value.path and (unit := self.shortcuts.get((value.root.name, name))):
                return replace(value, path=unit, node=node or value.node)
            if value.root.kind == "import" and self.outside is not None:
                found = self.outside.member(value, name)
                if found is not None:
                    return found
            return value.step(name, node)
        if isinstance(value, Record):
            return self.record_field(value, name, node)
        if isinstance(value, Alt):
            kept = [o for o in value.options if not (isinstance(o.value, Const) and o.value.value is None)]
            return _alt([Option(self.field(o.value, name, node), o.conds) for o in kept], node)  # None has no fields
        if isinstance(value, Class):
            if value.scope is not None:
                method = value.scope.method(name)
                if method is not None:
                    return Func(method, None, value, node)
                if name in value.scope.bindings:
                    member = self.place_value(name, node or value.scope.node, self.env_end(value.scope))
                    if value.scope.file is self.index or isinstance(member, Const):
                        return member
            return Atom(Root("global", f"{value.name}.{name}"), (), node)
        if isinstance(value, Const) and name == "value":
            return value  # the value of an enum's member
        if isinstance(value, Made) and value.op == "by kind":
            return self.of_kind(value, name, node)
        if isinstance(value, Made) and value.op in ("keys", "first", "slice"):
            return self.field(value.base, name, node)
        if isinstance(value, Listing):
            grown = _grown(value)
            return self.field(grown, name, node) if grown is not None else Unknown(node, f".{name}")
        return Unknown(node, f".{name}")

    response_aliases = frozenset({"get_final_message", "current_message_snapshot"})

    def record_field(self, value: Record, name: str, node: ast.AST | None) -> Value:
        found = value.get(name)
        if found is None and value.cls is not None:
            method = value.cls.method(name)
            if method is not None:
                if _is_property(method):
                    return self.call_scope(method, [], {}, value, self.env_end(method.file.module), node)
                return Func(method, None, value, node)
            if name in value.cls.bindings:
                binding = value.cls.bindings[name][-1]
                plain = not isinstance(binding.value, ast.Call) or not declares_field(value.cls, name)
                if binding.value is not None and binding.kind == "assign" and plain:
                    return self.eval(binding.value, self.env_end(value.cls))
        if found is None:
            for spread in reversed(value.spreads):
                return self.field(spread, name, node)
            found = value.later(name) if value.later is not None else None
        if found is None:
            if value.cls is not None:
                return Atom(Root("attr", f"{value.cls.name}.{name}", id(value.cls)), (), node)
            return Unknown(node, f"no {name}")
        return with_pick(found, value.pick) if value.pick is not None else found

    def element(self, value: Value, node: ast.AST | None) -> Value:
        """Any element of a list."""
        if isinstance(value, Atom):
            return value.step(ELEMENT, node)
        out = [Option(p.value, p.conds) for p in self.parts(value)]
        if len(out) == 1 and not out[0].conds:
            return out[0].value
        return _alt(out, node)

    def item(self, value: Value, number: int, node: ast.AST | None) -> Value:
        """One element of a list by its number."""
        key = (id(value), number, id(node))
        known = self.taken.get(key)
        if known is None:
            known = self.taken[key] = (value, self._item(value, number, node))
            self.kept.append(node)
        return known[1]

    def _item(self, value: Value, number: int, node: ast.AST | None) -> Value:
        if isinstance(value, Alt):
            return _alt([Option(self.item(o.value, number, node), o.conds) for o in value.options], node)
        if isinstance(value, Listing):
            plain = not any(p.loops or p.conds for p in value.parts)
            if plain and -len(value.parts) <= number < len(value.parts):
                return value.parts[number].value
            return with_pick(self.element(value, node), node) if node is not None else self.element(value, node)
        if isinstance(value, Atom):
            if value.path[-1:] == ("items()",):
                return value.step(f"[{number}]", node)
            taken = value.step(ELEMENT if node is not None else f"[{number}]", node)
            return replace(taken, pick=node, picked_at=len(taken.path)) if node is not None else taken
        if isinstance(value, Made) and value.op != "by kind":
            return self.item(value.base, number, node)
        if isinstance(value, Record) and value.name and not value.spreads:  # a named tuple is unpacked
            names = list(value.fields)
            known = value.get(names[number]) if -len(names) <= number < len(names) else None
            return known if known is not None else Unknown(node)
        return Unknown(node)

    def parts(self, value: Value) -> list[Part]:
        """The parts of a value taken as a list; the conditions of alternatives go to their parts. Not to be changed."""
        if isinstance(value, Record):
            return self._parts(value)  # the one value that is filled in later
        known = self.parts_of.get(id(value))
        if known is None:
            known = self.parts_of[id(value)] = (value, self._parts(value))
        return known[1]

    def _parts(self, value: Value) -> list[Part]:
        if isinstance(value, Listing):
            return list(value.parts)
        if isinstance(value, Atom):
            return [Part(value.step(ELEMENT), (), (value,), value.node)]
        if isinstance(value, Alt):
            out: list[Part] = []
            for option in options(value):
                for part in self.parts(option.value):
                    out.append(part.when(option.conds))
                if len(out) >= MAX_PARTS:
                    break
            return out[:MAX_PARTS]
        if isinstance(value, Made):
            if value.op == "first" and value.node is not None:
                return [
                    Part(with_pick(p.value, value.node), p.conds, (), p.node, p.changed) for p in self.parts(value.base)
                ]
            changed = {"sorted": "order", "reversed": "order", "sort": "order", "reverse": "order"}.get(value.op, "cut")
            if value.op in ("keys", "by kind"):
                return [Part(Unknown(value.node))]
            return [replace(p, changed=changed) for p in self.parts(value.base)]
        if isinstance(value, Const):
            return [] if not value.value or not isinstance(value.value, str) else [Part(value)]
        if isinstance(value, Record):
            if not value.spreads and value.cls is None:
                return [Part(Const(name), node=value.node) for name in value.fields]
            return [Part(Unknown(value.node))]
        return [Part(value if isinstance(value, Text) else Unknown(getattr(value, "node", None)))]

    def constant(self, value: Value | None) -> object:
        """The constant that a value is (an enum's member counts), or None."""
        if isinstance(value, Const):
            return value.value
        if isinstance(value, Record) and value.cls is None and value.name in ("auto",):
            return None
        return None

    # -- calls -------------------------------------------------------------------------------------------------------
    def eval_Call(self, node: ast.Call, env: Env) -> Value:
        return evaluate(self, node, env)

    def call_env(self, scope: Scope, call: ast.Call, env: Env, instance: Value | None) -> Env | None:
        """The environment of a function's body for one call."""
        args = self.arguments(scope, call, env)
        keywords: dict[str, Value | Deferred] = {k.arg: Deferred(k.value, env) for k in call.keywords if k.arg}
        if args is None:
            return self.bound_env(scope, None, {}, instance, env)
        if instance is None and scope.is_method and isinstance(call.func, ast.Attribute):
            instance = self.eval(call.func.value, env)
        return self.bound_env(scope, args, keywords, instance, env)

    def arguments(self, scope: Scope, call: ast.Call, env: Env) -> list[Deferred] | None:
        """The positional arguments of a call; None where a starred one hides which parameter gets what."""
        scope.complete()
        room = len(scope.positional) - (1 if scope.is_method and not scope.is_static else 0)
        starred = next((n for n, a in enumerate(call.args) if isinstance(a, ast.Starred)), None)
        if starred is not None and (starred < room or scope.vararg is None):
            return None
        return [Deferred(a, env) for a in call.args]

    def rest(self, args: Sequence[Value | Deferred]) -> Deferred | None:
        """What ``*args`` takes of a call: the arguments that no other parameter takes, as one tuple."""
        left = [a for a in args if isinstance(a, Deferred)]
        if len(left) != len(args) or not left:
            return None
        key = tuple(id(a.node) for a in left)
        if key not in self.rests:
            self.rests[key] = ast.copy_location(ast.Tuple([a.node for a in left], ast.Load()), left[0].node)
        return Deferred(self.rests[key], left[0].env)

    def bound_env(
        self, scope: Scope, args: Sequence[Value | Deferred] | None, keywords: Mapping[str, Value | Deferred],
        instance: Value | None, env: Env, closure: Env | None = None,
    ) -> Env | None:  # fmt: skip
        if env.depth >= MAX_DEPTH:
            return None
        scope.complete()
        bound: dict[str, Value | Deferred] = {}
        names = list(scope.positional)
        if scope.is_method and not scope.is_static and names:
            first = names.pop(0)
            if isinstance(instance, Record):
                bound[first] = instance
        if args is not None:
            bound.update(zip(names, args, strict=False))
            taken = self.rest(args[len(names) :]) if scope.vararg is not None else None
            if scope.vararg is not None and taken is not None:
                bound[scope.vararg] = taken
            bound.update({name: value for name, value in keywords.items() if name in scope.params})
            for name, default in scope.defaults.items():
                if name not in bound:
                    bound[name] = Deferred(default, self.env_end(scope.parent or scope.file.module))
        return Env(scope, None, float("inf"), bound, env.depth + 1, closure)

    def call_scope(
        self, scope: Scope, args: Sequence[Value | Deferred] | None, keywords: Mapping[str, Value | Deferred],
        instance: Value | None, env: Env, node: ast.AST | None, closure: Env | None = None,
    ) -> Value:  # fmt: skip
        """What a call of a function of the file gives: its returns as alternatives, its yields as a list."""
        inner = self.bound_env(scope, args, keywords, instance, env, closure)
        if inner is None:
            return Unknown(node, "too deep")
        key = ("call", id(scope), inner.key)
        known = self.asked.known(key)
        if known is not None:
            return known
        calls = self.calls_open.setdefault(id(scope), [])
        if self.asked.comes_back(key) or (calls and self.asked.comes_back(calls[-1])):
            return Unknown(node, "recursion")
        self.asked.open(key)
        self.nesting += 1
        calls.append(key)
        value: Value | None = None
        try:
            value = self.yielded(scope, inner, node) if scope.yields else self.returned(scope, inner, node)
        finally:
            calls.pop()
            self.nesting -= 1
            self.asked.close(key, value)
        return value

    def returned(self, scope: Scope, inner: Env, node: ast.AST | None) -> Value:
        out: list[Option] = []
        for exit_ in scope.returns[:MAX_OPTIONS]:
            frames = beyond(exit_.where.frame, None)
            at = inner.at(exit_.where.frame, exit_.where.order)
            conds = tuple(Cond(t, h, at) for f in frames for t, h in f.tests)
            value = self.eval(exit_.value, at)
            if (
                any(f.kind == "for" for f in frames)
                and exit_.value is not None
                and not isinstance(value, (Const, Unknown))
            ):
                value = with_pick(value, exit_.node)
            out.append(Option(value, conds))
        if not out:
            return Const(None, node)
        body = getattr(scope.node, "body", None)
        if isinstance(body, list) and not leaves(body):
            negatives = tuple(replace(o.conds[-1], holds=not o.conds[-1].holds) for o in out if len(o.conds) == 1)
            out.append(Option(Const(None, node), negatives))
        return _alt(out, node)

    def yielded(self, scope: Scope, inner: Env, node: ast.AST | None) -> Value:
        parts: list[Part] = []
        for exit_ in scope.yields[:MAX_OPTIONS]:
            at = inner.at(exit_.where.frame, exit_.where.order)
            for bound, conds, loops in self.expand(beyond(exit_.where.frame, None), at):
                value = self.eval(exit_.value, bound)
                if isinstance(exit_.node, ast.YieldFrom):
                    parts.extend(Part(p.value, conds + p.conds, loops + p.loops, p.node) for p in self.parts(value))
                else:
                    parts.append(Part(value, conds, loops, exit_.node))
        return Listing(tuple(parts[:MAX_PARTS]), node)

    def from_json(self, value: object, node: ast.AST) -> Value:
        """A value parsed from JSON text of the code."""
        if isinstance(value, dict):
            return Record({str(k): (lambda v=v: self.from_json(v, node)) for k, v in value.items()}, node)  # type: ignore[misc]
        if isinstance(value, list):
            return Listing(tuple(Part(self.from_json(v, node), node=node) for v in value), node)
        return Const(value, node)

    def parse_json(self, text: object, node: ast.AST) -> Value | None:
        if not isinstance(text, str):
            return None
        try:
            return self.from_json(json.loads(text), node)
        except (ValueError, RecursionError):
            return None


def declares_field(cls: Scope, name: str) -> bool:
    """Whether a class-level name is a field that each instance fills: a column, a descriptor, one with a default.

    ``text = models.TextField()``, ``calls: list = field(...)``, ``raw: list | None = None``: what stands there is not
    what an instance has.
    """
    binding = cls.bindings[name][-1]
    if isinstance(binding.node, ast.AnnAssign):
        words = {n.id for n in ast.walk(binding.node.annotation) if isinstance(n, ast.Name)}
        return not words & {"ClassVar", "Final"} and is_data_class(cls)
    value = binding.value
    return (
        binding.kind == "assign"
        and isinstance(value, ast.Call)
        and is_data_class(cls)
        and not cls.file.classes.get(dotted(value.func).split(".")[-1])
    )


def is_data_class(cls: Scope) -> bool:
    """Whether instances are filled from outside: a decorator says so, or a base class (of whatever library)."""
    bases = {dotted(b).split(".")[-1] for b in getattr(cls.node, "bases", ())}
    enum = any(base.endswith(("Enum", "Flag")) for base in bases)
    return not enum and bool(
        getattr(cls.node, "decorator_list", ()) or bases - {"object", "ABC", "Protocol", "Generic"}
    )


def variables(loop: Frame) -> set[str]:
    """The names that a loop gives a value each time round."""
    target = getattr(loop.node, "target", None)
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)} if target is not None else set()


def of_variable(place: str, loop: Frame) -> bool:
    """Whether a place is a loop's variable or hangs on it: next time round it is that of another element."""
    return place.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0] in variables(loop)


def of_another_round(place: str, where: Where, env: Env) -> bool:
    """Whether a change further down in a loop was made to the element of the round before."""
    if where.order < env.order:
        return False
    common = [f for f in shared(where.frame, env.frame) if f.kind in ("for", "while")]
    return bool(common) and of_variable(place, common[-1])


def emptied_in(binding: Binding, value: Value, env: Env) -> Where | None:
    """The loop in whose round a list was emptied that the query is no part of: what came later came in other rounds.

    What held in that round says nothing of the elements of the others.
    """
    if not isinstance(value, Listing) or value.parts:
        return None
    gone = [f for f in beyond(binding.where.frame, env.frame) if f.kind in ("for", "while") and f.branch == "body"]
    return replace(binding.where, frame=gone[0]) if gone else None


def empty_or_list(value: Alt) -> bool:
    """An empty list where there is nothing, a list where there is something: one list with conditional parts."""
    found = [o.value for o in options(value)]
    return all(isinstance(v, (Listing, Atom)) for v in found) and any(
        isinstance(v, Listing) and not v.parts for v in found
    )


def _alt(found: list[Option], node: ast.AST | None) -> Value:
    if not found:
        return Unknown(node)
    if len(found) == 1:
        return found[0].value if not found[0].conds else Alt((found[0],), node)
    return Alt(tuple(found[:MAX_OPTIONS]), node)


def _is_empty(value: Value) -> bool:
    if isinstance(value, Const):
        return not value.value
    if isinstance(value, Listing):
        return not value.parts
    return isinstance(value, Record) and not value.fields and value.cls is None and not value.spreads and not value.name


def _grown(value: Listing) -> Atom | None:
    """What was added to: a list has no fields, so one that is asked for a field is an object of the project's own."""
    first = value.parts[0] if value.parts else None
    if first is None or first.conds or len(first.loops) != 1:
        return None
    source = first.loops[0]
    whole = isinstance(source, Atom) and isinstance(first.value, Atom) and first.value.key == source.step(ELEMENT).key
    return source if whole and isinstance(source, Atom) else None


def _is_str(value: Value) -> bool:
    return isinstance(value, Const) and isinstance(value.value, str)


def _is_property(method: Scope) -> bool:
    decorators = getattr(method.node, "decorator_list", ())
    return any(isinstance(d, ast.Name) and d.id in ("property", "cached_property") for d in decorators)


def _type_subject(key: ast.expr) -> ast.expr:
    """``x`` of ``type(x)``."""
    if isinstance(key, ast.Call) and isinstance(key.func, ast.Name) and key.func.id == "type" and key.args:
        return key.args[0]
    return key
