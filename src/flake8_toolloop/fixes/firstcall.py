"""Where the first call of a turn is taken and answered: what of it all calls have to get (TLP201)."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import effects
from flake8_toolloop.fixes.names import names_in
from flake8_toolloop.fixes.search import Search, read_search, searching_loop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.layout import Splice

_CONTENT = ("content", "output", "response")


@dataclass
class Source:
    """Where all the calls come from: what to go through, under which name, and which of it are calls."""

    iterable: ast.expr
    variable: str | None = None
    conditions: list[ast.expr] = field(default_factory=list)
    whole: str | None = None
    """The text to go through, where it is no single expression of the source."""


@dataclass
class Plan:
    """One place where the first call is taken and answered."""

    code: Code
    pick: ast.expr | ast.stmt
    result: ast.expr
    source: Source
    variable: str | None
    """The name of the first call, None where it is taken anew at each use."""
    binding: ast.stmt | None
    """The statement that binds that name."""
    kind: str | None
    name: str = ""
    """The name of the call in the new code."""
    last: ast.stmt = field(init=False)
    block: list[ast.stmt] = field(init=False)
    body: list[ast.stmt] = field(default_factory=list)
    """The statements before the message that depend on the call, from the first to the last of them."""
    said: list[ast.stmt] = field(default_factory=list)
    """Statements that tell of the call, parted from the others by one that has nothing to do with it."""
    guards: list[tuple[ast.If, ast.expr]] = field(default_factory=list)
    """The conditions that ask whether there is a call, with the part of the test that does."""
    search: Search | None = None
    """The loop that looks for the call, where it does more than that: it stays, and keeps all calls."""

    def __post_init__(self) -> None:
        self.last = self.code.statement(self.result)
        self.block = self.code.block(self.last)

    def uses(self, node: ast.AST) -> Iterator[ast.expr]:
        """The places in a node that read the first call."""
        if self.variable:
            names = self.code.names(self.pick).loads[self.variable]
            yield from (name for name in names if self.code.within(name, node))
        elif isinstance(self.pick, ast.expr):
            shape = ast.dump(self.pick)
            yield from (n for n in ast.walk(node) if isinstance(n, ast.expr) and ast.dump(n) == shape)

    def renamed(self, node: ast.AST) -> Iterator[Splice]:
        """The replacements that give the call its new name."""
        if self.name != self.variable:
            yield from ((self.code.start(use), self.code.end(use), self.name) for use in self.uses(node))


def read_plan(
    code: Code, pick: ast.expr | ast.stmt, result: ast.expr, kind: str | None, *, per_call: bool
) -> Plan | str:
    """What stands at the place, or why it is not one that can answer all calls."""
    plan = _plan(code, pick, result, kind)
    if isinstance(plan, str):
        return plan
    problem = _outer(plan) or _body(plan) or _after(plan, per_call=per_call) or _opaque(plan)
    return problem or plan


def _plan(code: Code, pick: ast.expr | ast.stmt, result: ast.expr, kind: str | None) -> Plan | str:
    loop = pick if isinstance(pick, ast.For) else searching_loop(code, pick)
    if loop is not None:
        found = _search_loop(loop)
        return Plan(code, loop, result, *found, loop, None) if found is not None else _kept(code, loop, pick, result)
    statement = code.statement(pick)
    if isinstance(pick, ast.stmt) or isinstance(statement, ast.Assign):
        unpacked = _unpacked(code, statement)
        if unpacked:
            return Plan(code, pick, result, _all_of(unpacked[0]), unpacked[1], statement, kind)
    if not isinstance(pick, ast.expr):
        return "the first call is taken in a way that is not followed"
    source = _source(pick)
    if source is None:
        return "it cannot be seen what the first call is taken from"
    if isinstance(pick, ast.Call) and isinstance(pick.func, ast.Attribute) and _read_later(code, pick, source):
        return "what is left of the calls is used later"
    target = target_of(statement)
    value = getattr(statement, "value", None)
    if target and (value is pick or (isinstance(value, ast.IfExp) and value.body is pick)):
        return Plan(code, pick, result, source, target, statement, kind)
    return Plan(code, pick, result, source, None, None, kind)


def _kept(code: Code, loop: ast.For, pick: ast.AST, result: ast.expr) -> Plan | str:
    """The plan where the loop that looks for a call does more than that."""
    search = read_search(code, loop, pick)
    if isinstance(search, str):
        return search
    variable = target_of(search.keep)
    source = Source(ast.Name(search.listed), None, [], search.listed)
    return Plan(code, loop, result, source, variable, loop, None, search=search)


def _read_later(code: Code, pick: ast.Call, source: Source) -> bool:
    """Whether the list that a call is popped from is read again."""
    if not isinstance(source.iterable, ast.Name):
        return True
    loads = code.names(pick).loads[source.iterable.id]
    return any(code.start(load) > code.end(pick) for load in loads)


def target_of(statement: ast.stmt) -> str | None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    only = targets[0] if len(targets) == 1 and isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return only.id if isinstance(only, ast.Name) else None


def _unpacked(code: Code, statement: ast.stmt) -> tuple[ast.expr, str] | None:
    """``first, *rest = calls`` or ``*_, last = calls``, where nothing reads the rest: the calls and the name."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], (ast.Tuple, ast.List)):
        return None
    target, *others = statement.targets[0].elts
    if isinstance(target, ast.Starred):
        *others, target = statement.targets[0].elts
    names = code.names(statement)
    unread = not any(names.loads[name] for name in names_in(others))
    return (statement.value, target.id) if isinstance(target, ast.Name) and unread and others else None


def _source(pick: ast.expr) -> Source | None:
    """What the first is taken of: ``next(...)``, ``x[0]``, ``x[-1]``, through list(), iter() and filter()."""
    if isinstance(pick, ast.Subscript) and isinstance(pick.slice, (ast.Constant, ast.UnaryOp)):
        return _all_of(pick.value)
    if isinstance(pick, ast.Call) and isinstance(pick.func, ast.Name) and pick.func.id == "next" and pick.args:
        return _all_of(pick.args[0])
    if isinstance(pick, ast.Call) and isinstance(pick.func, ast.Attribute) and pick.func.attr in ("pop", "popleft"):
        return _all_of(pick.func.value)
    return None


def _all_of(node: ast.expr) -> Source:
    if isinstance(node, ast.Call) and len(node.args) == 1 and ast.unparse(node.func) in ("list", "iter", "tuple"):
        return _all_of(node.args[0])
    if isinstance(node, ast.Call) and len(node.args) == 2 and ast.unparse(node.func).split(".")[-1] == "islice":
        return _all_of(node.args[0])
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _all_of(node.value) if node.slice.upper and not node.slice.lower else Source(node)
    if isinstance(node, (ast.GeneratorExp, ast.ListComp)) and len(node.generators) == 1:
        generator = node.generators[0]
        if isinstance(node.elt, ast.Name) and ast.unparse(generator.target) == node.elt.id and not generator.is_async:
            return Source(generator.iter, node.elt.id, list(generator.ifs))
    return Source(node)


def _search_loop(loop: ast.For) -> tuple[Source, str] | None:
    """``for b in blocks: if test: call = b; break``."""
    if loop.orelse or len(loop.body) != 1 or not isinstance(loop.body[0], ast.If) or loop.body[0].orelse:
        return None
    bind, *rest = loop.body[0].body
    if (
        not isinstance(bind, ast.Assign)
        or not isinstance(bind.value, ast.Name)
        or not isinstance(loop.target, ast.Name)
    ):
        return None
    name = target_of(bind)
    if name is None or bind.value.id != loop.target.id or not all(isinstance(s, ast.Break) for s in rest):
        return None
    return Source(loop.iter, loop.target.id, [loop.body[0].test]), name


def _outer(plan: Plan) -> str | None:
    """Find the conditions on the call's presence between where it is taken and the block where it is answered."""
    code = plan.code
    start = code.end(plan.binding) if plan.binding else 0
    for use in plan.uses(code.scope(plan.pick)):
        guard = _presence(plan, use)
        if guard is not None and code.start(guard[0]) >= start:
            plan.guards.append(guard)
    if plan.binding and not any(plan.binding in block for block in _blocks(code, plan.last)):
        return "the call is taken in a branch beside"
    return None


def _blocks(code: Code, statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks around a statement up to its function."""
    yield code.block(statement)
    for outer in code.ancestors(statement):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)):
            break
        if isinstance(outer, ast.stmt):
            yield code.block(outer)


def _presence(plan: Plan, use: ast.expr) -> tuple[ast.If, ast.expr] | None:
    """The ``if`` that asks with this use of the name whether there is a call, and the part of its test."""
    node: ast.expr = use
    parent = plan.code.parents[node]
    if isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.Is, ast.IsNot)):
        node, parent = parent, plan.code.parents[parent]
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        node, parent = parent, plan.code.parents[parent]
    asked = node
    while isinstance(parent, ast.BoolOp):
        node, parent = parent, plan.code.parents[parent]
    return (parent, asked) if isinstance(parent, ast.If) and parent.test is node else None


def _guards(plan: Plan) -> list[ast.stmt]:
    return [guard for guard, _ in plan.guards]


def _body(plan: Plan) -> str | None:
    """Find the statements before the message that depend on the call."""
    before = plan.block[: plan.block.index(plan.last)]
    names = plan.code.names(plan.last)
    depending: set[str] = set()
    indexes = []
    for index, statement in enumerate(before):
        if statement is plan.binding or statement in _guards(plan):
            continue
        reads = {n for n in depending if any(plan.code.within(load, statement) for load in names.loads[n])}
        if reads or any(plan.uses(statement)):
            indexes.append(index)
            depending |= {n for n, at in names.stores.items() if any(plan.code.within(s, statement) for s in at)}
    first = _behind_what_is_between(plan, before, indexes)
    if isinstance(first, str):
        return first
    if first:
        plan.said = before[indexes[0] : indexes[first - 1] + 1]
        indexes = indexes[first:]
    plan.body = before[indexes[0] : indexes[-1] + 1] if indexes else []
    return _moves(plan)


def _behind_what_is_between(plan: Plan, before: list[ast.stmt], indexes: list[int]) -> int | str:
    """Which of the depending statements is the first behind all that stand between and do not depend on the call."""
    if not indexes:
        return 0
    told = all(_only_says(before[index]) for index in indexes)
    # A tool that runs in the message itself runs behind all that stands before the message.
    end = len(before) if told and effects.acts(plan.code, plan.result) else indexes[-1]
    first = 0
    for at in range(indexes[0], end):
        statement = before[at]
        if at in indexes or (statement is not plan.binding and _only_says(statement)):
            continue
        earlier = [index for index in indexes if index < at]
        if not all(_only_says(before[index]) for index in earlier) or statement is plan.binding:
            return f"line {statement.lineno} stands between the steps that depend on the call"
        first = len(earlier)
    return first


def _only_says(statement: ast.stmt) -> bool:
    """Whether a statement prints or logs and nothing else."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return isinstance(statement, ast.Pass)
    func = ast.unparse(statement.value.func)
    return func == "print" or func.split(".")[0].strip("_") in ("log", "logger", "logging", "console")


def _moves(plan: Plan) -> str | None:
    """Whether the statements can be run for each call."""
    history = _receiver(plan.last)
    for statement in (*plan.said, *plan.body):
        for node in ast.walk(statement):
            if isinstance(node, (ast.Break, ast.Continue)) and not _has_own_loop(plan.code, node, statement):
                return f"line {node.lineno} leaves the loop around"
            if isinstance(node, (ast.Name, ast.Attribute)) and history and ast.unparse(node) == history:
                return f"line {statement.lineno} puts something made of the first call into the history"
        if not plan.code.alone_before(plan.code.start(statement)):
            return "several statements stand on one line"
    if not plan.code.alone_before(plan.code.start(plan.last)) or not plan.code.alone_after(plan.code.end(plan.last)):
        return "several statements stand on one line"
    return None


def _has_own_loop(code: Code, node: ast.AST, statement: ast.stmt) -> bool:
    inside = [statement, *(a for a in code.ancestors(node) if code.within(a, statement))]
    return any(isinstance(a, (ast.For, ast.AsyncFor, ast.While)) for a in inside)


def _receiver(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        func = statement.value.func
        return ast.unparse(func.value) if isinstance(func, ast.Attribute) else None
    return ast.unparse(statement.target) if isinstance(statement, ast.AugAssign) else None


def _after(plan: Plan, *, per_call: bool) -> str | None:
    """Whether nothing else reads the call, or what was made of it for one call only."""
    code = plan.code
    inside = [*plan.said, *plan.body, *([plan.last] if per_call else [plan.result])]
    for use in plan.uses(code.scope(plan.pick)):
        if not plan.variable and code.misplaced(use):
            return f"line {use.lineno} takes the first call in an f-string"
        answered = use is plan.pick or any(code.within(use, node) for node in inside)
        if not answered and _presence(plan, use) not in plan.guards:
            return f"line {use.lineno} uses the first call again"
    names = code.names(plan.last)
    end = code.end(plan.last)
    if per_call and plan.body:
        between = plan.block[plan.block.index(plan.body[-1]) + 1 : plan.block.index(plan.last)]
        if not all(_only_says(statement) for statement in between):
            return f"line {between[0].lineno} stands between the steps that depend on the call"
    for name, stores in names.stores.items():
        if any(code.within(store, statement) for store in stores for statement in plan.body):
            for load in names.loads[name]:
                later = code.start(load) > end or (code.within(load, plan.last) and not code.within(load, plan.result))
                anew = any(end < code.start(s) <= code.start(load) for s in stores if isinstance(s, ast.Name))
                if later and not anew and not per_call:
                    return f"line {load.lineno} uses {name}, which is made of the first call"
    return None


def _opaque(plan: Plan) -> str | None:
    """Whether the answer visibly depends on the call: an answer that is already there is not one for each call."""
    code = plan.code
    made = {name for s in plan.body for n in ast.walk(s) for name in _stored(n)}
    value = _answer(plan)
    if isinstance(value, ast.Constant) or any(plan.uses(value)) or names_in([value]) & made:
        return None
    if not plan.variable and any(ast.dump(n) == ast.dump(plan.pick) for n in ast.walk(value)):
        return None
    return f"the result was computed before and does not depend on the call: {code.text(value)}"


def _stored(node: ast.AST) -> set[str]:
    return {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()


def _answer(plan: Plan) -> ast.expr:
    """The part of the result that says what came of the call."""
    result = plan.result
    if isinstance(result, ast.Name):
        made = [s.value for s in plan.body if isinstance(s, ast.Assign) and target_of(s) == result.id]
        result = made[-1] if made else result
    if isinstance(result, ast.Dict):
        for key, value in zip(result.keys, result.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in _CONTENT:
                return value
    if isinstance(result, ast.Call):
        for keyword in result.keywords:
            if keyword.arg in _CONTENT:
                return keyword.value
    return result
