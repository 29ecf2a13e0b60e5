"""What the code looks at in the messages that a cut leaves: roles, kinds, ids of calls.

A function that asks for any of them seeks a boundary or drops what has lost its call; how well it does so is not
judged.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.histories import COPIES, Histories, Node, function_of
from flake8_toolloop.flow.index import Scope, Where, exclusive, place_of

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

ITERATORS = frozenset({"enumerate", "reversed", "iter", "list", "zip", "tuple", "sorted"})
MEASURES = frozenset(
    {"len", "str", "sum", "isinstance", "repr", "dumps", "print", "int", "max", "min", "range", "getattr"}
)


class Looks:
    """The tests around one cut: it stands at ``where``, and ``bound`` says how much goes."""

    def __init__(self, teller: Teller, where: Where, bound: ast.expr | None, base: Node, target: Node) -> None:
        self.teller = teller
        self.histories: Histories = teller.histories
        self.where = where
        self.bound = bound
        self.lists = self.histories.reached(base) | self.histories.same(target)
        dialect = teller.dialect
        self.words = {dialect.user, dialect.assistant, dialect.call, dialect.result, dialect.result_id, "tool"}

    def seek_boundary(self) -> bool:
        """Whether the function of the cut, one that it asks, or one that gives it its bound looks at the messages."""
        function = function_of(self.where.scope)
        scopes = [function]
        for call in function.calls:
            callee = self.histories.callee(call)
            if callee is not None:
                scopes.append(callee)
        bound = list(ast.walk(self.bound)) if self.bound is not None else []
        if any(isinstance(n, ast.Name) and n.id in function.params for n in bound):
            scopes.extend(function_of(c.where.scope) for c in self.histories.sites.get(id(function), ()))
        return any(self.looks(scope) for scope in scopes) or self.unknown_bound(function, bound)

    def unknown_bound(self, function: Scope, bound: list[ast.AST]) -> bool:
        """Whether somebody out of sight says where to cut, and is given the history to look at."""
        values = list(bound)
        for node in bound:
            if isinstance(node, ast.Name):
                values += [
                    n for b in function.bindings.get(node.id, ()) if b.value is not None for n in ast.walk(b.value)
                ]
        return any(
            isinstance(n, ast.Call)
            and self.callee_name(n) not in MEASURES | ITERATORS
            and self.histories.callee_of(n, function) is None
            and any(self.is_list(a, function) for a in n.args)
            for n in values
        )

    def callee_name(self, node: ast.Call) -> str:
        return str(getattr(node.func, "attr", getattr(node.func, "id", "")))

    def repaired(self) -> bool:
        """Whether a function that gets the list looks at the messages, or one out of sight gets it after the cut."""
        for owner, name in self.lists:
            scope = next((s for s in self.teller.index.functions if id(s) == owner and name in s.params), None)
            if scope is None or scope is function_of(self.where.scope):
                continue
            if self.looks(scope, results=True) and takes_out(scope):
                return True
        return self.handed_out() or any(takes_orphans(s, self.teller.dialect.result_id) for s in self.functions())

    def functions(self) -> list[Scope]:
        return [self.teller.index.module, *self.teller.index.functions]

    def handed_out(self) -> bool:
        """``h = repair(h)`` or ``repair(h)`` after the cut in the same function, where the callee is out of sight."""
        scope = self.where.scope
        for call in scope.calls:
            if call.where.order <= self.where.order or exclusive(call.where.frame, self.where.frame):
                continue
            name = call.name
            if name in MEASURES or self.histories.callee(call) is not None or self.histories.asks(call):
                continue
            if name in COPIES or "tools" in {k.arg for k in call.node.keywords}:
                continue
            taken = isinstance(call.where.statement, (ast.Assign, ast.Return)) and any(
                self.is_list(a, scope) for a in call.node.args
            )
            if taken and self.gives_list(call.node, scope):
                return True
        return False

    def gives_list(self, node: ast.Call, scope: Scope) -> bool:
        """Whether what a call gives takes the place of the history."""
        parent = self.teller.index.parent(node)
        if isinstance(parent, ast.Await):
            parent = self.teller.index.parent(parent)
        if isinstance(parent, ast.Return):
            return True
        return isinstance(parent, ast.Assign) and any(self.is_list(t, scope) for t in parent.targets)

    def is_list(self, node: ast.AST, scope: Scope) -> bool:
        if isinstance(node, ast.Starred):
            return self.is_list(node.value, scope)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.is_list(node.value, scope)
        place = place_of(node)
        return place is not None and self.histories.node(scope, place) in self.lists

    # -- tests -------------------------------------------------------------------------------------------------------
    def looks(self, scope: Scope, *, results: bool = False) -> bool:
        """Whether tests in a function look at the role or the blocks of a message of the list."""
        elements = self.elements(scope)
        words = self.words - {self.teller.dialect.assistant} if results else self.words
        for node in ast.walk(scope.node):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                if any(self.of_element(s, scope, elements) for s in sides) and any(named(s, words) for s in sides):
                    return True
            elif isinstance(node, (ast.If, ast.While, ast.IfExp, ast.comprehension)):
                tests = node.ifs if isinstance(node, ast.comprehension) else [node.test]
                if any(self.predicate(t, scope, elements) for t in tests):
                    return True
            elif isinstance(node, ast.Match) and self.of_element(node.subject, scope, elements):
                return True
        return self.replaces_first(scope)

    def predicate(self, test: ast.expr, scope: Scope, elements: set[str]) -> bool:
        """``is_result(h[0])``, ``not starts_turn(m)``, ``h[0].is_user``: a question about one message."""
        if isinstance(test, ast.BoolOp):
            return any(self.predicate(v, scope, elements) for v in test.values)
        if isinstance(test, ast.UnaryOp):
            return self.predicate(test.operand, scope, elements)
        if isinstance(test, ast.Call):
            name = self.callee_name(test)
            if name in ("any", "all"):
                return any(self.of_element(n, scope, elements) for a in test.args for n in ast.walk(a))
            if name == "isinstance":
                return (
                    bool(test.args)
                    and isinstance(test.args[0], (ast.Subscript, ast.Attribute, ast.Call))
                    and (self.of_element(test.args[0], scope, elements))
                )
            return name not in MEASURES and any(self.of_element(a, scope, elements) for a in test.args)
        return False

    def replaces_first(self, scope: Scope) -> bool:
        """``h[0] = NOTICE``: what the cut left at the front is replaced."""
        return any(
            m.op == "set"
            and m.args
            and isinstance(m.args[0], ast.Constant)
            and type(m.args[0].value) is int
            and self.histories.node(scope, m.place) in self.lists
            for mutations in scope.mutations.values()
            for m in mutations
        )

    def of_element(self, node: ast.AST, scope: Scope, elements: set[str]) -> bool:
        """Whether an expression is about one message of the list."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in elements:
                return True
            if (
                isinstance(part, ast.Subscript)
                and not isinstance(part.slice, ast.Slice)
                and self.is_list(part.value, scope)
            ):
                return True
        return False

    def elements(self, scope: Scope) -> set[str]:
        """The names of single messages of the list in a function, and of what is taken from them."""
        out: set[str] = set()
        for _ in range(3):
            for name, bindings in scope.bindings.items():
                for binding in bindings:
                    value = binding.value
                    if value is None or name in out:
                        continue
                    if binding.kind in ("for", "comp"):
                        if self.iterates(value, scope) or self.of_element(value, scope, out):
                            out.add(name)
                    elif (
                        binding.kind == "assign"
                        and not isinstance(value, (ast.BinOp, ast.ListComp, ast.List))
                        and self.of_element(value, scope, out)
                    ):
                        out.add(name)
        return out

    def iterates(self, node: ast.AST, scope: Scope) -> bool:
        if isinstance(node, ast.Call) and self.callee_name(node) in ITERATORS:
            return any(self.iterates(a, scope) for a in node.args)
        return self.is_list(node, scope)


def named(node: ast.AST, words: set[str]) -> bool:
    """Whether one of the words is compared with: as a constant, in a tuple of constants, or a role's enum member."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and part.value in words:
            return True
        if isinstance(part, ast.Attribute) and part.attr.lower() in words:
            return True
    return False


def takes_out(scope: Scope) -> bool:
    """Whether a function leaves messages out, or puts some in."""
    ops = {m.op for mutations in scope.mutations.values() for m in mutations}
    if ops & {"pop", "remove", "del", "slice", "insert", "popleft", "append", "extend"}:
        return True
    return any(isinstance(n, (ast.ListComp, ast.GeneratorExp, ast.Slice)) for n in ast.walk(scope.node))


def takes_orphans(scope: Scope, ident: str) -> bool:
    """Whether a function asks which results' calls are there: ``b["tool_use_id"] in ids``."""
    for compare in scope.compares:
        if any(isinstance(op, (ast.In, ast.NotIn)) for op in compare.ops):
            for node in ast.walk(compare.left):
                if (isinstance(node, ast.Constant) and node.value == ident) or getattr(node, "attr", None) == ident:
                    return True
    return False
