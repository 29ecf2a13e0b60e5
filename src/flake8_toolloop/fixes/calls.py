"""TLP201: a result for every call in the place of a result for the first."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Code, Rewrite
from flake8_toolloop.fixes.conditions import negated
from flake8_toolloop.fixes.names import Names, fresh, names_in
from flake8_toolloop.fixes.prune import Pruner
from flake8_toolloop.fixes.results import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.layout import Splice

_CALL_NAMES = ("call", "tool_call", "tool_use", "block")
_LIST_NAMES = ("calls", "tool_calls", "tool_uses", "blocks")
_FIRST = ("first", "head", "last")
_MORE_TOOLS = ("it runs every call of the turn, not the first only",)
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
    guards: list[ast.If] = field(default_factory=list)
    """The conditions that ask whether there is a call."""

    def __post_init__(self) -> None:
        self.last = self.code.statement(self.result)
        self.block = self.code.block(self.last)

    def uses(self, node: ast.AST) -> Iterator[ast.expr]:
        """The places in a node that read the first call."""
        if self.variable:
            names = Names(self.code.scope(self.pick)).loads[self.variable]
            yield from (name for name in names if self.code.within(name, node))
        elif isinstance(self.pick, ast.expr):
            shape = ast.dump(self.pick)
            yield from (n for n in ast.walk(node) if isinstance(n, ast.expr) and ast.dump(n) == shape)

    def renamed(self, node: ast.AST) -> Iterator[Splice]:
        """The replacements that give the call its new name."""
        if self.name != self.variable:
            yield from ((self.code.start(use), self.code.end(use), self.name) for use in self.uses(node))


def all_calls(
    code: Code, pick: ast.expr | ast.stmt, result: ast.expr, kind: str | None = None, *, per_call: bool = False
) -> Rewrite | str:
    """Answer all calls.

    ``pick`` takes the first call: an expression, or the statement that unpacks or searches for it. ``result`` is the
    element of the message's content that answers it, or with ``per_call`` (dialects that want a message for each
    result) anything in the statement that sends it. ``kind`` is a test with ``{}`` for a block, for where the calls
    have to be told from other blocks.
    """
    plan = _plan(code, pick, result, kind)
    if isinstance(plan, str):
        return plan
    problem = _outer(plan) or _body(plan) or _after(plan, per_call=per_call) or _opaque(plan)
    if problem:
        return problem
    plan.name = _name(plan)
    edits, source = _binding(plan)
    plan.source = source
    if per_call:
        edits += _loop(plan, [*plan.body, plan.last], None)
    elif not plan.body and _sole_element(plan):
        edits.append(_comprehension(plan))
    else:
        edits += _collected(plan)
    return Rewrite(tuple(sorted(edits, key=lambda edit: edit.span)), _MORE_TOOLS)


# Reading what is there


def _plan(code: Code, pick: ast.expr | ast.stmt, result: ast.expr, kind: str | None) -> Plan | str:
    if isinstance(pick, ast.For):
        found = _search_loop(pick)
        if found is None:
            return "the loop that finds the first call does more than that"
        return Plan(code, pick, result, *found, pick, kind)
    statement = code.statement(pick)
    if isinstance(pick, ast.stmt) or isinstance(statement, ast.Assign):
        unpacked = _unpacked(code, statement)
        if unpacked:
            return Plan(code, pick, result, Source(unpacked[0]), unpacked[1], statement, kind)
    if not isinstance(pick, ast.expr):
        return "the first call is taken in a way that is not followed"
    source = _source(pick)
    if source is None:
        return "it cannot be seen what the first call is taken from"
    target = _target(statement)
    value = getattr(statement, "value", None)
    if target and (value is pick or (isinstance(value, ast.IfExp) and value.body is pick)):
        return Plan(code, pick, result, source, target, statement, kind)
    return Plan(code, pick, result, source, None, None, kind)


def _target(statement: ast.stmt) -> str | None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    only = targets[0] if len(targets) == 1 and isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return only.id if isinstance(only, ast.Name) else None


def _unpacked(code: Code, statement: ast.stmt) -> tuple[ast.expr, str] | None:
    """``first, *rest = calls``, where nothing reads the rest: the calls and the name."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], (ast.Tuple, ast.List)):
        return None
    target, *others = statement.targets[0].elts
    names = Names(code.scope(statement))
    unread = not any(names.loads[name] for name in names_in(others))
    return (statement.value, target.id) if isinstance(target, ast.Name) and unread and others else None


def _source(pick: ast.expr) -> Source | None:
    """What the first is taken of: ``next(...)``, ``x[0]``, ``x[-1]``, through list(), iter() and filter()."""
    if isinstance(pick, ast.Subscript) and isinstance(pick.slice, (ast.Constant, ast.UnaryOp)):
        return _all_of(pick.value)
    if isinstance(pick, ast.Call) and isinstance(pick.func, ast.Name) and pick.func.id == "next" and pick.args:
        return _all_of(pick.args[0])
    return None


def _all_of(node: ast.expr) -> Source:
    if isinstance(node, ast.Call) and len(node.args) == 1 and ast.unparse(node.func) in ("list", "iter", "tuple"):
        return _all_of(node.args[0])
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
    name = _target(bind)
    if name is None or bind.value.id != loop.target.id or not all(isinstance(s, ast.Break) for s in rest):
        return None
    return Source(loop.iter, loop.target.id, [loop.body[0].test]), name


def _outer(plan: Plan) -> str | None:
    """Find the conditions on the call's presence between where it is taken and the block where it is answered."""
    code = plan.code
    start = code.end(plan.binding) if plan.binding else 0
    for use in plan.uses(code.scope(plan.pick)):
        guard = _presence(plan, use)
        if guard is not None and code.start(guard) >= start:
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


def _presence(plan: Plan, use: ast.expr) -> ast.If | None:
    """The ``if`` that asks with this use of the name whether there is a call."""
    node: ast.AST = use
    parent = plan.code.parents[node]
    if isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.Is, ast.IsNot)):
        node, parent = parent, plan.code.parents[parent]
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        node, parent = parent, plan.code.parents[parent]
    return parent if isinstance(parent, ast.If) and parent.test is node else None


def _body(plan: Plan) -> str | None:
    """Find the statements before the message that depend on the call."""
    before = plan.block[: plan.block.index(plan.last)]
    names = Names(plan.code.scope(plan.last))
    depending: set[str] = set()
    indexes = []
    for index, statement in enumerate(before):
        if statement is plan.binding or statement in plan.guards:
            continue
        reads = {n for n in depending if any(plan.code.within(load, statement) for load in names.loads[n])}
        if reads or any(plan.uses(statement)):
            indexes.append(index)
            depending |= {n for n, at in names.stores.items() if any(plan.code.within(s, statement) for s in at)}
    plan.body = before[indexes[0] : indexes[-1] + 1] if indexes else []
    for index, statement in enumerate(plan.body, indexes[0] if indexes else 0):
        if index not in indexes and (statement is plan.binding or not _only_says(statement)):
            return f"line {statement.lineno} stands between the steps that depend on the call"
    return _moves(plan)


def _only_says(statement: ast.stmt) -> bool:
    """Whether a statement prints or logs and nothing else."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return isinstance(statement, ast.Pass)
    func = ast.unparse(statement.value.func)
    return func == "print" or func.split(".")[0].strip("_") in ("log", "logger", "logging", "console")


def _moves(plan: Plan) -> str | None:
    """Whether the statements can be run for each call."""
    history = _receiver(plan.last)
    for statement in plan.body:
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
    inside = [*plan.body, *([plan.last] if per_call else [plan.result])]
    for use in plan.uses(code.scope(plan.pick)):
        answered = use is plan.pick or any(code.within(use, node) for node in inside)
        if not answered and _presence(plan, use) not in plan.guards:
            return f"line {use.lineno} uses the first call again"
    names = Names(code.scope(plan.last))
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
        made = [s.value for s in plan.body if isinstance(s, ast.Assign) and _target(s) == result.id]
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


# Writing what there should be


def _name(plan: Plan) -> str:
    """The call's name: as it was, but for one that says it is the first."""
    if plan.variable and not plan.variable.lower().startswith(_FIRST):
        return plan.variable
    shared = plan.source.variable
    if not plan.variable and shared and len(shared) > 1:
        return shared
    return fresh(plan.code, plan.last, _CALL_NAMES)


def _binding(plan: Plan) -> tuple[list[Edit], Source]:
    """What becomes of the statement that took the first call, and what the loop goes through then."""
    code, source = plan.code, plan.source
    if not plan.guards:
        if plan.binding is None:
            return [], source
        dead = [plan.binding, *_initial(plan)]
        return list(Pruner(code, dead).edits()), source
    plain = not source.conditions and not plan.kind
    listed = source.iterable.id if isinstance(source.iterable, ast.Name) and plain else None
    edits: list[Edit] = []
    dead = _initial(plan)
    if listed is None:
        listed = fresh(code, plan.last, _LIST_NAMES)
        made = f"{listed} = {_list_text(plan, source)}"
        assert plan.binding is not None
        edits.append(code.replace(plan.binding, made))
    elif plan.binding:
        dead.append(plan.binding)
    edits += Pruner(code, dead).edits()
    edits += [code.replace(guard.test, _asks(guard.test, listed)) for guard in plan.guards]
    return edits, Source(ast.Name(listed), None, [], listed)


def _initial(plan: Plan) -> list[ast.stmt]:
    """``call = None`` before a loop that searches."""
    if not isinstance(plan.binding, ast.For):
        return []
    block = plan.code.block(plan.binding)
    earlier = block[: block.index(plan.binding)]
    return [s for s in earlier if isinstance(s, ast.Assign) and _target(s) == plan.variable]


def _asks(test: ast.expr, name: str) -> str:
    """The test for a call as a test for calls."""
    absent = isinstance(test, ast.UnaryOp) or (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is))
    return f"not {name}" if absent else name


def _list_text(plan: Plan, source: Source) -> str:
    variable = source.variable or "block"
    tests = [plan.code.text(c) for c in source.conditions] or ([plan.kind.format(variable)] if plan.kind else [])
    iterable = plan.code.text(source.iterable)
    if not tests:
        return f"list({iterable})"
    return f"[{variable} for {variable} in {iterable} if {' and '.join(tests)}]"


def _iterable(plan: Plan) -> str:
    return plan.source.whole or plan.code.text(plan.source.iterable)


def _tests(plan: Plan) -> list[str]:
    """The conditions on a call under its new name."""
    code, source = plan.code, plan.source
    if source.whole:
        return []
    texts = []
    for condition in source.conditions:
        inner = [n for n in ast.walk(condition) if isinstance(n, ast.Name) and n.id == source.variable]
        splices = [(code.start(n), code.end(n), plan.name) for n in inner]
        texts.append(layout.patched(code, code.start(condition), code.end(condition), splices))
    if not texts and plan.kind:
        texts.append(plan.kind.format(plan.name))
    return texts


def _result_text(plan: Plan) -> str:
    code = plan.code
    return layout.patched(code, code.start(plan.result), code.end(plan.result), plan.renamed(plan.result))


def _sole_element(plan: Plan) -> bool:
    holder = plan.code.parents[plan.result]
    return isinstance(holder, ast.List) and len(holder.elts) == 1 and not isinstance(plan.result, ast.Name)


def _comprehension(plan: Plan) -> Edit:
    holder = plan.code.parents[plan.result]
    assert isinstance(holder, ast.List)
    code = plan.code
    inner = code.indent(holder) + code.unit
    element = layout.fitted(code, _result_text(plan), plan.result, inner)
    clauses = [f"for {plan.name} in {_iterable(plan)}", *(f"if {test}" for test in _tests(plan))]
    return code.replace(holder, layout.comprehension(code, holder, element, clauses))


def _collected(plan: Plan) -> Iterator[Edit]:
    """A loop that collects the results, and the message with them behind it."""
    code = plan.code
    name = fresh(code, plan.last, NAMES)
    yield from _loop(plan, plan.body, name)
    holder = plan.code.parents[plan.result]
    sole = isinstance(holder, ast.List) and len(holder.elts) == 1
    node = holder if sole and isinstance(holder, ast.List) else plan.result
    splice = (code.start(node), code.end(node), name if sole else f"*{name}")
    text = layout.patched(code, code.start(plan.last), code.end(plan.last), [splice])
    yield code.replace(plan.last, layout.fitted(code, text, plan.last, code.indent(plan.last)))


def _loop(plan: Plan, body: Iterable[ast.stmt], collected: str | None) -> list[Edit]:
    """The statements as the body of a loop over the calls, with the result collected at its end."""
    code, indent = plan.code, plan.code.indent(plan.last)
    inner = indent + code.unit
    lines = [f"{indent}{collected} = []\n"] if collected else []
    lines.append(f"{indent}for {plan.name} in {_iterable(plan)}:\n")
    for test in _tests(plan):
        lines += [f"{inner}if {_negated(test)}:\n", f"{inner}{code.unit}continue\n"]
    statements = list(body)
    begin = code.line_start(code.start(statements[0] if statements else plan.last))
    begin = Pruner(code, ()).above(begin, indent) if statements else begin
    end = code.line_end(code.end(statements[-1])) if statements else begin
    if statements:
        first, last = code.lines.position(begin)[0], statements[-1].end_lineno or 0
        lines.append(layout.deeper(code, first, last, [s for node in statements for s in plan.renamed(node)]))
    if collected:
        before = f"{collected}.append("
        text = layout.fitted(code, _result_text(plan), plan.result, inner, before=before, after=")")
        lines.append(f"{inner}{before}{text})\n")
    text = "".join(lines)
    if end > begin and code.source[end - 1] not in "\r\n":
        text = text.removesuffix("\n")
    return [code.edit(begin, end, text)]


def _negated(test: str) -> str:
    code = Code(test)
    statement = code.tree.body[0]
    assert isinstance(statement, ast.Expr)
    return negated(code, statement.value)
