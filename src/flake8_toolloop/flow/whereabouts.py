"""Where a turn goes in the functions that have it: whether anything can put it into a history out of sight.

The names that hold the turn, its blocks or the ids of its calls are followed forward. Reading a field, testing, showing
and running a call is harmless; a helper of the file is followed inside; everything else is out of sight.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.facts import SHOWING
from flake8_toolloop.flow.index import Binding, Call, Scope, Where, chain_of, dotted, exclusive, place_of
from flake8_toolloop.flow.values import ELEMENT, Atom, Func, Listing, Made, Record, Root, Unknown, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

MAX_DEPTH = 4
"""Helpers inside one another that are followed."""
TAKERS = frozenset({"append", "extend", "insert", "appendleft", "add", "update", "setdefault", "extendleft"})
HARMLESS = frozenset(
    {"len", "any", "all", "bool", "str", "repr", "print", "type", "isinstance", "issubclass", "hasattr", "id", "sum",
     "int", "hash", "callable"}
)  # fmt: skip
PASSING = frozenset(
    {"list", "tuple", "sorted", "reversed", "set", "iter", "enumerate", "zip", "filter", "dict", "vars", "copy",
     "deepcopy", "cast", "dumps", "gather", "create_task", "ensure_future", "wait", "wait_for", "as_completed",
     "chain", "from_iterable", "run_until_complete", "map", "submit"}
)  # fmt: skip
LOOKING_UP = frozenset({"get", "pop", "join", "index", "count"})
"""Methods for which an argument is a key or a piece of text, and which keep nothing."""
PICKING = frozenset({"next", "max", "min"})
OF_LISTS = frozenset({"index", "count", "sort", "reverse", "clear", "remove", "discard", "keys", "close"})


class Held(enum.IntEnum):
    """What a name holds of the turn."""

    CALL_ID = 1
    BLOCK = 2
    BLOCKS = 3
    TURN = 4


def makes_list(node: ast.AST | None) -> bool:
    """Whether an expression is a list that the code makes: adding to it does nothing else."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("list", "set", "deque", "dict", "defaultdict")
    return isinstance(node, (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.Tuple, ast.BinOp))


class Whereabouts:
    """Follows the turns of some requests through the function that answers them and the helpers that it calls."""

    def __init__(self, teller: Teller, roots: frozenset[Root], spot: Where, histories: frozenset[str]) -> None:
        self.teller = teller
        self.index = teller.index
        self.roots = roots
        self.spot = spot
        """Where the results enter the history: what stands on a path that never gets there does not matter."""
        self.histories = histories
        self.executors: set[int] = set()
        """The calls out of sight whose outcome is what the results say: they run a tool."""
        self.given: dict[Root, Held] = {}
        self.held: dict[tuple[int, str], Held] = {}
        self.visited: dict[int, Scope] = {}
        self.again = True

    def out_of_sight(self, start: Scope) -> ast.AST | None:
        """The first place from which the turn may get into a history unseen, or None where there is none."""
        self.visited[id(start)] = start
        for root in self.roots:  # the function that makes the request may keep what it returns
            node = self.teller.node_of(Atom(root))
            where = self.index.where.get(id(node))
            for scope in self.between(where.scope, start) if where is not None else ():
                self.visited[id(scope)] = scope
        while self.again:
            self.again = False
            for scope in list(self.visited.values()):
                found = self.follow(scope)
                if found is not None:
                    return found
        return None

    def between(self, inner: Scope, outer: Scope, depth: int = 0) -> list[Scope]:
        """The functions through which a response comes from the request to the function that answers it."""
        if inner is outer or depth > MAX_DEPTH:
            return [inner]
        out = [inner]
        for call in self.teller.sinks.sites(inner):
            if call.where.scope is outer:
                return out
        for call in self.teller.sinks.sites(inner):
            if call.where.scope is not inner and id(call.where.scope) not in self.visited:
                out.extend(self.between(call.where.scope, outer, depth + 1))
        return out

    # -- names -------------------------------------------------------------------------------------------------------
    def follow(self, scope: Scope) -> ast.AST | None:
        for place, bindings in list(scope.bindings.items()):
            for binding in bindings:
                kind = self.of_binding(binding)
                if kind is not None and not self.aside(binding.where):
                    self.hold(scope, place, kind)
        for node in self.nodes(scope):
            kind = self.of_node(scope, node)
            if kind is not None and not self.aside(self.where(node)):
                found = self.climb(node, kind, scope)
                if found is not None:
                    return found
        return None

    def of_binding(self, binding: Binding) -> Held | None:
        if binding.kind in ("param", "declared", "import", "def", "class", "except"):
            return None
        env = self.teller.prov.env_at(binding.where)
        return self.kind_of(self.teller.prov.binding_value(binding, env, binding.node or self.index.tree))

    def nodes(self, scope: Scope) -> Iterator[ast.expr]:
        """The names that are read in a function and the functions in it, and its calls."""
        for node in ast.walk(scope.node):
            if (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)) or isinstance(node, ast.Call):
                where = self.where(node)
                if where is None or self.belongs(where.scope, scope):
                    yield node

    def belongs(self, inner: Scope, scope: Scope) -> bool:
        at: Scope | None = inner
        while at is not None and at is not scope:
            if scope.kind == "module" and at.kind != "lambda":
                return False
            at = at.parent
        return at is scope

    def of_node(self, scope: Scope, node: ast.expr) -> Held | None:
        """What an expression holds: a name by what it was given, a call where it gives the response itself."""
        if isinstance(node, ast.Name):
            return self.held.get((id(scope), node.id))
        where = self.index.where.get(id(node))
        if where is None or not self.teller.prov.requests.may_reach(where.scope):
            return None
        value = self.teller.prov.eval(node, self.teller.prov.env_at(where))
        if any(isinstance(o.value, Atom) and o.value.root in self.roots and not o.value.path for o in options(value)):
            return Held.TURN
        return None

    def hold(self, scope: Scope, place: str, kind: Held) -> None:
        known = self.held.get((id(scope), place))
        if "." not in place and "[" not in place and (known is None or known < kind):
            self.held[id(scope), place] = kind
            self.again = True

    def kind_of(self, value: Value, depth: int = 0) -> Held | None:
        """What a value holds of the turns that are followed."""
        kinds = [k for o in options(value) if (k := self.of_one(o.value, depth)) is not None]
        return max(kinds) if kinds else None

    def of_one(self, value: Value, depth: int) -> Held | None:
        if isinstance(value, Atom):
            return self.of_atom(value)
        if isinstance(value, Made):
            return self.kind_of(value.base, depth + 1)
        if depth > 3:
            return None
        if isinstance(value, Listing):
            found = any(self.kind_of(part.value, depth + 1) is not None for part in value.parts)
            return Held.BLOCKS if found else None
        if isinstance(value, Record):
            if value.has(self.teller.dialect.result_id):
                return None
            members = [value.get(name) for name in (*value.fields, *(s.key for s in value.sets))]
            found = any(m is not None and self.kind_of(m, depth + 1) is not None for m in members)
            return Held.BLOCK if found or any(self.kind_of(s, depth + 1) for s in value.spreads) else None
        return None

    def of_atom(self, atom: Atom) -> Held | None:
        unit = self.teller.dialect.unit
        if atom.root in self.roots:
            path = atom.path
        elif atom.root in self.given:
            before = {Held.TURN: (), Held.BLOCKS: unit, Held.BLOCK: (*unit, ELEMENT)}
            kind = self.given[atom.root]
            path = (*before.get(kind, (*unit, ELEMENT, "id")), *atom.path)
        else:
            return None
        path = path[1:] if path[:1] == ("stream()",) else path
        if not path:
            return Held.TURN
        if path == unit:
            return Held.BLOCKS
        if path[-1] == ELEMENT or path[-1] == "content_block":
            return Held.BLOCK
        return Held.CALL_ID if path[-1] == "id" and ELEMENT in path else None

    # -- paths -------------------------------------------------------------------------------------------------------
    def where(self, node: ast.AST) -> Where | None:
        """Where a node stands: its own place, or that of what is around it."""
        at: ast.AST | None = node
        while at is not None:
            known = self.index.where.get(id(at)) or self.index.statements.get(id(at))
            if known is not None:
                return known
            at = self.index.parent(at)
        return None

    def aside(self, where: Where | None) -> bool:
        """Whether a place is on no path that gets to the results."""
        return where is not None and where.scope is self.spot.scope and exclusive(where.frame, self.spot.frame)

    # -- uses --------------------------------------------------------------------------------------------------------
    def climb(self, node: ast.AST, kind: Held, scope: Scope) -> ast.AST | None:
        """What is done with an expression that holds something of the turn; the place where it goes out of sight."""
        parent = self.index.parent(node)
        if parent is None:
            return node
        if isinstance(parent, ast.Attribute):
            return self.member(parent, parent.attr, kind, scope)
        if isinstance(parent, ast.Subscript):
            return self.item(parent, node, kind, scope)
        if isinstance(parent, (ast.Call, ast.keyword)):
            return self.argument(parent, node, kind, scope)
        if isinstance(parent, (ast.Dict, ast.DictComp)):
            return self.entry(parent, node, kind, scope)
        if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            return self.assigned(parent, kind, scope)
        if isinstance(parent, (ast.Return, ast.Yield, ast.YieldFrom)):
            return self.left(parent, scope)
        if isinstance(parent, (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            return self.climb(parent, Held.BLOCKS, scope)
        if isinstance(parent, (ast.Await, ast.Starred, ast.BoolOp)):
            return self.climb(parent, kind, scope)
        if isinstance(parent, ast.IfExp):
            return None if node is parent.test else self.climb(parent, kind, scope)
        if isinstance(parent, ast.BinOp):
            return self.climb(parent, kind, scope) if isinstance(parent.op, (ast.Add, ast.BitOr)) else None
        return None if isinstance(parent, _HARMLESS_PARENTS) else parent

    def member(self, node: ast.expr, name: str, kind: Held, scope: Scope) -> ast.AST | None:
        """A field or method of what is held."""
        outer = self.index.parent(node)
        if isinstance(outer, ast.Call) and outer.func is node:
            return self.method(outer, name, kind, scope)
        return self.field(node, name, kind, scope)

    def field(self, node: ast.expr, name: object, kind: Held, scope: Scope) -> ast.AST | None:
        dialect = self.teller.dialect
        if name is None or name == "__dict__":
            return self.climb(node, kind, scope)  # a field that is computed may be any
        if kind is Held.TURN and name == dialect.unit[-1]:
            return self.climb(node, Held.BLOCKS, scope)
        if kind is Held.TURN and name in dialect.final:
            return self.climb(node, Held.TURN, scope)
        if kind is Held.BLOCK and name == "id":
            return self.climb(node, Held.CALL_ID, scope)
        return None

    def method(self, call: ast.Call, name: str, kind: Held, scope: Scope) -> ast.AST | None:
        dialect = self.teller.dialect
        if name in ("get", "pop") and kind in (Held.TURN, Held.BLOCK) and call.args:
            key = call.args[0]
            return self.field(call, key.value if isinstance(key, ast.Constant) else None, kind, scope)
        if name in ("get", "pop", "popleft"):
            return self.climb(call, Held.BLOCK, scope)
        if (
            name in dialect.conversions
            or name in dialect.final
            or (name in ("values", "items") and kind is Held.BLOCKS)
        ):
            return self.climb(call, kind, scope)
        if name in TAKERS or name in OF_LISTS or name in ("get_final_text", "startswith", "endswith"):
            return None
        return call

    def item(self, node: ast.Subscript, inner: ast.AST, kind: Held, scope: Scope) -> ast.AST | None:
        if inner is node.slice or not isinstance(node.ctx, ast.Load):
            return None
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return self.field(node, node.slice.value, kind, scope)
        if kind is Held.BLOCKS:
            return self.climb(node, Held.BLOCKS if isinstance(node.slice, ast.Slice) else Held.BLOCK, scope)
        return self.field(node, None, kind, scope)

    def entry(self, node: ast.Dict | ast.DictComp, inner: ast.AST, kind: Held, scope: Scope) -> ast.AST | None:
        """A key or value of a dict."""
        if isinstance(node, ast.DictComp):
            return None if inner is node.key else self.climb(node, Held.BLOCKS, scope)
        if any(k is inner for k in node.keys):
            return None
        keys = {k.value for k in node.keys if isinstance(k, ast.Constant)}
        if self.teller.dialect.result_id in keys:
            return None  # an answer
        return node if "role" in keys else self.climb(node, max(kind, Held.BLOCK), scope)

    def assigned(self, node: ast.AST, kind: Held, scope: Scope) -> ast.AST | None:
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
        for target in targets:
            elements = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for element in elements:
                bare = element.value if isinstance(element, (ast.Starred, ast.Subscript)) else element
                if not isinstance(bare, ast.Name) or bare.id in scope.outer_names or bare.id in self.histories:
                    return node
                self.hold(scope, bare.id, Held.BLOCKS if isinstance(node, ast.AugAssign) else kind)
        return self.climb(node, kind, scope) if isinstance(node, ast.NamedExpr) else None

    def left(self, node: ast.AST, scope: Scope) -> ast.AST | None:
        """The turn leaves a function: a helper's caller is followed; who gets it from the loop is out of sight."""
        if scope is not self.spot.scope:
            return node if isinstance(node, (ast.Yield, ast.YieldFrom)) else None
        where = self.where(node)
        if where is None or isinstance(node, (ast.Yield, ast.YieldFrom)):
            return node
        if where.order < self.spot.order:
            return None  # who leaves here has no results
        common = [
            f
            for f in chain_of(self.spot.frame)
            if f.kind in ("for", "while") and any(f is g for g in chain_of(where.frame))
        ]
        return None if not common and self.sent_between(where) else node

    def sent_between(self, where: Where) -> bool:
        """Whether the next request is made before this place: it sends what the history is then."""
        loops = [f.node for f in chain_of(self.spot.frame) if f.kind in ("for", "while")]
        for call in self.spot.scope.calls:
            at = call.where
            later = self.spot.order < at.order < where.order or any(
                any(f.node is loop for f in chain_of(at.frame)) for loop in loops
            )
            if later and self.of_node(self.spot.scope, call.node) is not None:
                return True
        return False

    # -- calls -------------------------------------------------------------------------------------------------------
    def argument(self, parent: ast.AST, node: ast.AST, kind: Held, scope: Scope) -> ast.AST | None:
        """Something of the turn is an argument of a call."""
        name: str | None = None
        call = parent
        if isinstance(parent, ast.keyword):
            name = parent.arg
            call = self.index.parent(parent) or parent
        if not isinstance(call, ast.Call) or call.func is node or (call is not parent and name is None):
            return call
        called = dotted(call.func).split(".")[-1]
        where = self.index.where.get(id(call))
        helper = self.helper(call, where)
        if helper is None and isinstance(call.func, ast.Attribute) and called in TAKERS:
            return self.taken(call, scope)
        if called in LOOKING_UP and isinstance(call.func, ast.Attribute):
            return None
        if called in SHOWING or (called in HARMLESS and isinstance(call.func, ast.Name)):
            return None
        if called == "getattr" and len(call.args) > 1:
            asked = call.args[1]
            return self.field(call, asked.value if isinstance(asked, ast.Constant) else None, kind, scope)
        if helper is not None and where is not None:
            return self.helped(helper, call, node, name, kind, scope, where)
        if called in PASSING:
            return self.climb(call, kind if kind is Held.TURN else Held.BLOCKS, scope)
        if called in PICKING:
            return self.climb(call, Held.BLOCK, scope)
        if called[:1].isupper() or called == "dict":
            keys = {k.arg for k in call.keywords}
            if self.teller.dialect.result_id in keys:
                return None
            return call if "role" in keys else self.climb(call, max(kind, Held.BLOCK), scope)
        return None if id(call) in self.executors and kind is not Held.TURN else call

    def taken(self, call: ast.Call, scope: Scope) -> ast.AST | None:
        """``calls.append(block)``: the list holds it from now on."""
        assert isinstance(call.func, ast.Attribute)
        place = place_of(call.func.value)
        if (
            place is None
            or place in self.histories
            or "." in place
            or place not in scope.bindings
            or place in scope.params
            or not all(makes_list(b.value) for b in scope.bindings[place])
        ):
            return call  # a history, or an object that may do anything with it
        self.hold(scope, place.split("[")[0], Held.BLOCKS)
        return None

    def helper(self, call: ast.Call, where: Where | None) -> Scope | None:
        """The function of the file that is called."""
        if where is None:
            return None
        callee = self.teller.prov.eval(call.func, self.teller.prov.env_at(where))
        if isinstance(callee, Func):
            return callee.scope
        name = dotted(call.func).split(".")[-1]
        known = Call(call, where, name)
        return next((s for s in self.index.by_name.get(name, ()) if self.teller.sinks.resolves(known, s)), None)

    def helped(
        self, helper: Scope, call: ast.Call, node: ast.AST, name: str | None, kind: Held, scope: Scope, where: Where
    ) -> ast.AST | None:
        """The parameter of a helper holds it; and what the helper returns may hold it again."""
        if helper.kind == "lambda" or isinstance(node, ast.Starred) or helper.name == "__init__":
            return call
        if name is None:
            number = next(i for i, a in enumerate(call.args) if a is node)
            number += 1 if helper.is_method and isinstance(call.func, ast.Attribute) and helper.self_name() else 0
            name = helper.positional[number] if number < len(helper.positional) else helper.vararg
        if name is None or name not in helper.params:
            return call
        if self.held.get((id(helper), name), 0) < kind:
            self.given[Root("param", name, id(helper))] = kind
            self.hold(helper, name, kind)
        self.visited[id(helper)] = helper
        value = self.teller.prov.eval(call, self.teller.prov.env_at(where))
        returned = self.kind_of(value)
        if returned is None and isinstance(value, Unknown) and kind >= Held.BLOCKS:
            returned = kind
        return self.climb(call, returned, scope) if returned is not None else None


_HARMLESS_PARENTS = (
    ast.Compare, ast.UnaryOp, ast.FormattedValue, ast.JoinedStr, ast.comprehension, ast.For, ast.AsyncFor, ast.While,
    ast.If, ast.Assert, ast.Expr, ast.Delete, ast.Raise, ast.With, ast.AsyncWith, ast.Match, ast.Slice,
)  # fmt: skip
