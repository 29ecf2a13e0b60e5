"""What of a stream's reader runs for one event: its statements under the assumption that a certain event comes in.

Tests are judged three-valued; what is not known runs. So a slice holds at least what runs, and what is not in it
certainly does not.
"""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterator

from flake8_toolloop.flow.facts import SHOWING
from flake8_toolloop.flow.index import CaseTest, Scope, dotted, elif_chain
from flake8_toolloop.flow.stream_names import StreamNames
from flake8_toolloop.flow.stream_tests import Assumed, EventJudge, Path, Roles, accessed

LOOKING = frozenset(
    {"getattr", "isinstance", "hasattr", "type", "str", "repr", "bool", "id", "len", "print", "write", "callable"}
)
"""Functions that look at an event and do not keep it."""
MAX_CALLS = 3
"""Functions that one event is followed through."""


class Slice:
    """What runs of a reader for one event, with what the names stand for."""

    def __init__(self, names: StreamNames, body: list[ast.stmt], assumed: Assumed) -> None:
        self.names = names
        self.assumed = assumed
        self.nodes: list[tuple[ast.AST, Roles]] = []
        self.followed: set[int] = set()
        """Calls that the slice goes on in."""
        self.visited: set[int] = set()
        self.add(names.scope, body, {}, 0)
        for _, roles in self.nodes:
            roles.known = roles.known if roles.known is not None else {}

    def add(self, scope: Scope, body: list[ast.stmt], given: dict[str, Path], depth: int) -> None:
        roles = Roles(scope, self.names.events, given, spend=self.names.teller.prov.spend)
        judge = EventJudge(self.names.teller.dialect, roles, self.assumed, lambda n: self.names.constant(n, scope))
        judge.know_roots(self.names.roots(scope, roles))
        self.visited.add(id(scope))
        for node in running(body, judge):
            self.nodes.append((node, roles))
            if depth < MAX_CALLS:
                for call in roles.walk(node):
                    if isinstance(call, ast.Call):
                        self.follow(call, roles, depth)

    def follow(self, call: ast.Call, roles: Roles, depth: int) -> None:
        """Go on in a function of the file that gets the event, or something of it."""
        if accessed(call) is not None:
            return
        callee = self.names.callee(call)
        if callee is None:
            return
        given: dict[str, Path] = {}
        positional = callee.positional[callee.is_method and isinstance(call.func, ast.Attribute) :]
        pairs = [*zip(positional, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
        for name, argument in pairs:
            paths = roles.paths(argument)
            if paths:
                given[name] = paths[0]
        if id(callee) not in self.names.reading and not any(self.names.is_part(path) for path in given.values()):
            return
        self.followed.add(id(call))
        if id(callee) not in self.visited:
            body = getattr(callee.node, "body", None)
            if isinstance(body, list):
                self.add(callee, body, given, depth + 1)

    # -- questions ---------------------------------------------------------------------------------------------------
    def reads(self, name: str) -> bool:
        """Whether a field of this name is read at all."""
        for node, roles in self.nodes:
            for inner in roles.walk(node):
                access = accessed(inner)
                if access is not None and access[1] == name and not isinstance(getattr(inner, "ctx", None), ast.Store):
                    return True
                if isinstance(inner, ast.MatchClass) and name in inner.kwd_attrs:
                    return True
                if isinstance(inner, ast.MatchMapping) and name in [getattr(k, "value", None) for k in inner.keys]:
                    return True
        return False

    def stores(self, name: str) -> bool:
        """Whether a field of this name is set."""
        return any(
            (isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store) and _key(inner) == name)
            or (isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and inner.attr == name)
            or (isinstance(inner, ast.Call) and dotted(inner.func).endswith(".setdefault") and _first(inner) == name)
            for node, roles in self.nodes
            for inner in roles.walk(node)
        )

    def keeps(self, name: str, owner: str) -> bool:
        """Whether a field of the delta (or block, or of the event itself) is more than looked at."""
        for node, roles in self.nodes:
            if not isinstance(node, ast.stmt):
                continue
            for inner in roles.walk(node):
                if isinstance(inner, ast.expr) and not isinstance(getattr(inner, "ctx", None), ast.Store):
                    paths = roles.paths(inner) if isinstance(inner, ast.Name) or accessed(inner) else []
                    if any(self.is_field(p, name, owner) for p in paths) and not self.looked_at(inner, node):
                        return True
        return False

    def is_field(self, path: Path, name: str, owner: str) -> bool:
        if path[-1] != name or len(path) < 2:
            return False
        return path[-2] == owner or self.names.is_whole(path[:-1], owner)

    def looked_at(self, node: ast.expr, statement: ast.stmt) -> bool:
        """Whether a value is given a name, tested or shown, and no more."""
        if isinstance(statement, ast.Assign) and all(isinstance(t, ast.Name) for t in statement.targets):
            return self.names.plain(statement.value, node)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            return statement.value is not None and self.names.plain(statement.value, node)
        value = statement.value if isinstance(statement, ast.Expr) else None
        value = value.value if isinstance(value, ast.Await) else value
        return isinstance(value, ast.Call) and dotted(value.func).split(".")[-1] in (SHOWING | LOOKING)

    def escapes(self, *roles_wanted: str, fresh: bool = False) -> bool:
        """Whether the event, its delta or its block goes on whole: to a screen or to a store, all that it holds.

        A ``fresh`` one is taken out of this very event, and not known by a name since another.
        """
        given = self.given_names() if fresh else set()
        for node, roles in self.nodes:
            for inner in roles.walk(node):
                if fresh and isinstance(inner, ast.Name) and inner.id not in given:
                    continue
                if isinstance(inner, ast.expr) and not isinstance(getattr(inner, "ctx", None), ast.Store):
                    role = self.names.role(inner, roles)
                    if role in roles_wanted and self.goes_on(inner, role, roles):
                        return True
        return self.raw_goes_on()

    def given_names(self) -> set[str]:
        """The names that get a value in the slice (None is none), and those of what the reader is handed."""
        inner = [n for node, _ in self.nodes for n in ast.walk(node)]
        ended = {
            id(t) for n in inner if isinstance(n, ast.Assign) and isinstance(n.value, ast.Constant) for t in n.targets
        }
        bound = {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and id(n) not in ended}
        return bound | {name for _, roles in self.nodes for name in (*roles.scope.params, *roles.captured)}

    def raw_goes_on(self) -> bool:
        """Whether the line that an event is parsed from is yielded."""
        raw = self.names.raw_names()
        for node, _ in self.nodes:
            for inner in ast.walk(node):
                if isinstance(inner, (ast.Yield, ast.Return)) and inner.value is not None:
                    names = {n.id for n in ast.walk(inner.value) if isinstance(n, ast.Name)}
                    if names & raw:
                        return True
        return False

    def goes_on(self, node: ast.expr, role: str, roles: Roles) -> bool:
        """Whether the whole thing is handed on or stored here."""
        parent = self.names.teller.index.parent(node)
        if isinstance(parent, ast.Attribute):
            return parent.attr in ("items", "values", "__dict__") and role != "event"
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return not isinstance(parent.slice, ast.Constant)
        if isinstance(parent, ast.keyword):
            parent = self.names.teller.index.parent(parent)
        if isinstance(parent, ast.Call):
            return self.call_keeps(parent, node, roles)
        if isinstance(parent, (ast.Assign, ast.AnnAssign)):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            return not all(isinstance(t, ast.Name) for t in targets)
        if isinstance(parent, ast.Tuple):
            outer = self.names.teller.index.parent(parent)
            return not (isinstance(outer, ast.Assign) and isinstance(outer.targets[0], ast.Tuple))
        return isinstance(
            parent, (ast.Yield, ast.YieldFrom, ast.Return, ast.List, ast.Set, ast.Dict, ast.Starred, ast.comprehension)
        )

    def call_keeps(self, call: ast.Call, node: ast.expr, roles: Roles) -> bool:
        """Whether a call that gets the whole thing may keep it."""
        if id(call) in self.followed or call.func is node:
            return False
        name = dotted(call.func).split(".")[-1]
        if name == "getattr" and len(call.args) > 1:
            return not isinstance(call.args[1], ast.Constant)
        if name in (SHOWING | LOOKING) or accessed(call) is not None:
            return False
        # a conversion is asked about itself: its own place says whether it goes on
        return self.names.role(call, roles) is None


def running(body: list[ast.stmt], judge: EventJudge) -> Iterator[ast.AST]:
    """The nodes that run for the assumed event: simple statements whole, of others the heads that are reached."""
    yield from _block(body, judge)


def _block(body: list[ast.stmt], judge: EventJudge) -> Generator[ast.AST, None, bool]:
    """The nodes of a block that run; the generator's own value is whether it falls through to what follows."""
    for statement in body:
        falls = yield from _statement(statement, judge)
        if not falls:
            return False
    return True


def _statement(node: ast.stmt, judge: EventJudge) -> Generator[ast.AST, None, bool]:
    if isinstance(node, ast.If):
        return (yield from _if(node, judge))
    if isinstance(node, ast.Match):
        return (yield from _match(node, judge))
    if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
        yield node.test if isinstance(node, ast.While) else node.iter
        yield from _block(node.body, judge)
        return True
    if isinstance(node, (ast.With, ast.AsyncWith)):
        yield from (item.context_expr for item in node.items)
        return (yield from _block(node.body, judge))
    if isinstance(node, ast.Try):
        falls = yield from _block(node.body, judge)
        for handler in node.handlers:
            falls = (yield from _block(handler.body, judge)) or falls
        if falls:
            yield from _block(node.orelse, judge)
        return (yield from _block(node.finalbody, judge)) and falls
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return True
    yield node
    return not isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _if(node: ast.If, judge: EventJudge) -> Generator[ast.AST, None, bool]:
    links = elif_chain(node)
    falls = False
    for link in links:
        verdict = judge.test(link.test)
        yield link.test
        if verdict is not False:
            falls = (yield from _block(link.body, judge)) or falls
        if verdict is True:
            return falls
    return (yield from _block(links[-1].orelse, judge)) or falls


def _match(node: ast.Match, judge: EventJudge) -> Generator[ast.AST, None, bool]:
    yield node.subject
    falls = False
    for case in node.cases:
        verdict = judge.test(CaseTest(node.subject, case.pattern, case.guard))
        if verdict is False:
            continue
        yield case.pattern
        falls = (yield from _block(case.body, judge)) or falls
        if verdict is True:
            return falls
    return True


def _key(node: ast.Subscript) -> object:
    return node.slice.value if isinstance(node.slice, ast.Constant) else None


def _first(node: ast.Call) -> object:
    return node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
