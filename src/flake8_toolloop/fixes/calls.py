"""TLP201: a result for every call in the place of a result for the first."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Code, Rewrite
from flake8_toolloop.fixes.conditions import negated
from flake8_toolloop.fixes.firstcall import Plan, Source, read_plan, target_of
from flake8_toolloop.fixes.names import fresh
from flake8_toolloop.fixes.prune import Pruner
from flake8_toolloop.fixes.results import NAMES
from flake8_toolloop.fixes.search import LIST_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Edit

_CALL_NAMES = ("call", "tool_call", "tool_use", "block")
_FIRST = ("first", "head", "last")
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)
_SEVERAL = '"the model made several calls in one turn, and only one can be answered"'
_MORE_TOOLS = ("it runs every call of the turn, not the first only",)


def all_calls(
    code: Code, pick: ast.expr | ast.stmt, result: ast.expr, kind: str | None = None, *, per_call: bool = False
) -> Rewrite | str:
    """Answer all calls.

    ``pick`` takes the first call: an expression, or the statement that unpacks or searches for it. ``result`` is the
    element of the message's content that answers it, or with ``per_call`` (dialects that want a message for each
    result) anything in the statement that sends it. ``kind`` is a test with ``{}`` for a block, for where the calls
    have to be told from other blocks.
    """
    plan = read_plan(code, pick, result, kind, per_call=per_call)
    if isinstance(plan, str):
        return plan
    plan.name = _name(plan)
    edits, source = _binding(plan)
    plan.source = source
    if plan.said:
        edits += _loop(plan, plan.said, None)
    if per_call:
        edits += _loop(plan, [*plan.body, plan.last], None)
    elif not plan.body and _sole_element(plan):
        edits.append(_comprehension(plan))
    else:
        edits += _collected(plan)
    return Rewrite(tuple(sorted(edits, key=lambda edit: edit.span)), _MORE_TOOLS)


def refuse_several(code: Code, pick: ast.expr, kind: str | None = None) -> Rewrite | str:
    """Stop at a turn with more than one call, where one call a turn is what the code is made for."""
    if kind or not isinstance(pick, ast.Subscript) or not isinstance(pick.value, ast.Name):
        return "there is no name for all calls of the turn here"
    statement = code.statement(pick)
    if not code.alone_before(code.start(statement)) or not isinstance(statement, _SIMPLE):
        return "there is no place for a test before the first call is taken"
    indent, name = code.indent(statement), pick.value.id
    text = f"{indent}if len({name}) > 1:\n{indent}{code.unit}raise RuntimeError({_SEVERAL})\n"
    begin = code.line_start(code.start(statement))
    return Rewrite((code.edit(begin, begin, text),), ("a turn with several calls ends in an exception",))


def _name(plan: Plan) -> str:
    """The call's name: as it was, but for one that says it is the first."""
    fixed = any(plan.code.misplaced(use) for use in plan.uses(plan.code.scope(plan.pick)))
    if plan.variable and (fixed or not plan.variable.lower().startswith(_FIRST)):
        return plan.variable
    shared = plan.source.variable
    if not plan.variable and shared and len(shared) > 1:
        return shared
    return fresh(plan.code, plan.last, _CALL_NAMES)


def _binding(plan: Plan) -> tuple[list[Edit], Source]:
    """What becomes of the statement that took the first call, and what the loop goes through then."""
    code, source = plan.code, plan.source
    if plan.search is not None:
        return [*plan.search.edits(code), *_asking(plan, plan.search.listed)], source
    if plan.binding is None and not plan.guards:
        return [], source
    if plan.binding is not None and not plan.guards and not plan.said:
        dead = [plan.binding, *_initial(plan)]
        return list(Pruner(code, dead).edits()), source
    plain = not source.conditions and not plan.kind
    listed = source.iterable.id if isinstance(source.iterable, ast.Name) and plain else None
    edits: list[Edit] = []
    dead = _initial(plan)
    if listed is None:
        listed = fresh(code, plan.last, LIST_NAMES)
        made = f"{listed} = {_list_text(plan, source)}"
        if plan.binding is None:
            raise ValueError("the first call has no name")
        edits.append(code.replace(plan.binding, made))
    elif plan.binding:
        dead.append(plan.binding)
    edits += Pruner(code, dead).edits()
    return [*edits, *_asking(plan, listed)], Source(ast.Name(listed), None, [], listed)


def _asking(plan: Plan, listed: str) -> list[Edit]:
    """The conditions that ask for the call, asking for calls."""
    return [plan.code.replace(test, _asks(test, listed)) for _, test in plan.guards]


def _initial(plan: Plan) -> list[ast.stmt]:
    """``call = None`` before a loop that searches."""
    if not isinstance(plan.binding, ast.For):
        return []
    block = plan.code.block(plan.binding)
    earlier = block[: block.index(plan.binding)]
    return [s for s in earlier if isinstance(s, ast.Assign) and target_of(s) == plan.variable]


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
        end = _past_comments(code, end, indent)
        first, last = code.lines.position(begin)[0], code.lines.position(end - 1)[0]
        lines.append(layout.deeper(code, first, last, [s for node in statements for s in plan.renamed(node)]))
    if collected:
        before = f"{collected}.append("
        text = layout.fitted(code, _result_text(plan), plan.result, inner, before=before, after=")")
        lines.append(f"{inner}{before}{text})\n")
    text = "".join(lines)
    if end > begin and code.source[end - 1] not in "\r\n":
        text = text.removesuffix("\n")
    return [code.edit(begin, end, text)]


def _past_comments(code: Code, end: int, indent: str) -> int:
    """The end of the comment lines right behind a statement, where a blank line parts them from what follows."""
    past = end
    while code.line(code.lines.position(past)[0]).startswith(indent + "#"):
        past = code.line_end(past)
    return end if code.line(code.lines.position(past)[0]).strip() else past


def _negated(test: str) -> str:
    code = Code(test)
    statement = code.tree.body[0]
    assert isinstance(statement, ast.Expr)
    return negated(code, statement.value)
