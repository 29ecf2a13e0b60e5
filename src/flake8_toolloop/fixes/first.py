"""TLP205: results first, and behind them what stood before."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.names import names_in
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Late:
    """Results that come too late: where they are sent or put in order, the message, and what stands before them."""

    node: ast.AST
    message: ast.AST
    first: ast.expr
    between: bool = False
    """What stands before them is a message."""


def results_first(code: Code, late: Late) -> Rewrite | str:
    """Put what stands before the results behind them."""
    if late.between:
        return _moved_behind(code, late.first, late.message)
    if isinstance(late.node, ast.BinOp):
        return _sides_swapped(code, late.node, late.first)
    if isinstance(late.node, ast.Call):
        return _appended(code, late.node)
    if isinstance(late.node, (ast.List, ast.Tuple)) and code.within(late.first, late.node):
        return _elements_moved(code, late.node, late.first)
    return _added_later(code, late)


def _sides_swapped(code: Code, node: ast.BinOp, first: ast.expr) -> Rewrite:
    """``[text] + results`` the other way round; of longer sums, that side goes to the end."""
    operands: list[ast.expr] = []
    at: ast.expr = node
    while isinstance(at, ast.BinOp) and isinstance(at.op, ast.Add):
        operands.insert(0, at.right)
        at = at.left
    operands.insert(0, at)
    moved = [o for o in operands if code.within(first, o)]
    ordered = [o for o in operands if o not in moved] + moved
    pairs = zip(operands, ordered, strict=True)
    return Rewrite(tuple(code.replace(old, code.text(new)) for old, new in pairs if old is not new))


def _appended(code: Code, node: ast.Call) -> Rewrite | str:
    """``results.insert(0, text)`` becomes ``results.append(text)``, where the results are all there already."""
    statement = code.statement(node)
    if not isinstance(node.func, ast.Attribute) or not isinstance(statement, ast.Expr):
        return "the list is changed in a way that is not followed"
    owner = ast.unparse(node.func.value)
    for other in ast.walk(code.scope(node)):
        if not isinstance(other, ast.Call) or not isinstance(other.func, ast.Attribute) or other is node:
            continue
        adds = other.func.attr in ("append", "extend", "insert", "appendleft")
        if adds and ast.unparse(other.func.value) == owner and code.start(other) > code.end(node):
            return f"line {other.lineno} adds to the list afterwards"
    text = layout.fitted(
        code, code.text(node.args[-1]), node.args[-1], code.indent(statement),
        before=f"{code.text(node.func.value)}.append(", after=")",
    )  # fmt: skip
    return Rewrite((code.replace(node, f"{code.text(node.func.value)}.append({text})"),))


def _elements_moved(code: Code, node: ast.List | ast.Tuple, first: ast.expr) -> Rewrite:
    """The element goes to the end of the list display; each element's place gets another's text."""
    moved = [e for e in node.elts if code.within(first, e)]
    ordered = [e for e in node.elts if e not in moved] + moved
    edits = [code.replace(old, code.text(new)) for old, new in zip(node.elts, ordered, strict=True) if old is not new]
    return Rewrite(tuple(edits))


def _added_later(code: Code, late: Late) -> Rewrite | str:
    """What the list begins with is appended where the message is sent."""
    sent = code.statement(late.message)
    made = code.statement(late.first)
    content = late.node
    if not isinstance(content, ast.Name) or made is sent:
        return "the results are put into their message out of sight"
    if isinstance(made, ast.Assign) and isinstance(made.value, ast.List) and made.value.elts == [late.first]:
        problem = _problem(code, made, sent)
        emptied = [code.replace(made.value, "[]")]
    elif _only_adds(made, late.first):
        problem = _problem(code, made, sent)
        emptied = list(Pruner(code, [made]).edits())
    else:
        return "what stands before the results is put there in a way that is not followed"
    if problem:
        return problem
    indent = code.indent(sent)
    before = f"{content.id}.append("
    text = layout.fitted(code, code.text(late.first), late.first, indent, before=before, after=")")
    at = code.line_start(code.start(sent))
    return Rewrite((*emptied, code.edit(at, at, f"{indent}{before}{text})\n")))


def _only_adds(statement: ast.stmt, node: ast.expr) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and call.args == [node]
    )


def _problem(code: Code, moved: ast.stmt, sent: ast.stmt) -> str | None:
    """Why a statement cannot go to a later one of its block."""
    block = code.block(moved)
    if not any(statement is sent for statement in block):
        return "the message is sent from another block"
    begin = next(i for i, s in enumerate(block) if s is moved)
    end = next(i for i, s in enumerate(block) if s is sent)
    between = block[begin + 1 : end]
    read = names_in([moved])
    for statement in between:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in read:
                return f"line {node.lineno} changes what it reads"
            if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)):
                return f"line {node.lineno} may leave in between"
            if isinstance(node, (ast.Continue, ast.Break)) and not _inner_loop(code, node, statement):
                return f"line {node.lineno} may leave in between"
    return None


def _inner_loop(code: Code, node: ast.AST, statement: ast.stmt) -> bool:
    """Whether a ``break`` or ``continue`` is one of a loop that the statement is or holds."""
    return any(
        isinstance(a, (ast.For, ast.AsyncFor, ast.While)) and code.within(a, statement) for a in code.ancestors(node)
    )


def _moved_behind(code: Code, first: ast.expr, message: ast.AST) -> Rewrite | str:
    """A message goes behind the one with the results, with the condition that it stands under."""
    moved, sent = code.statement(first), code.statement(message)
    while not any(s is moved for s in code.block(sent)):
        parent = code.parents[moved]
        if not isinstance(parent, ast.If) or parent.orelse or parent.body != [moved]:
            return "the message before the results is sent together with other things"
        moved = parent
    problem = _problem(code, moved, sent)
    if problem:
        return problem
    if not code.alone_before(code.start(moved)) or not code.alone_after(code.end(sent)):
        return "the messages share their lines with something else"
    begin, finish = code.line_start(code.start(moved)), code.line_end(code.end(moved))
    text = layout.ended(code.slice(begin, finish))
    at = code.line_end(code.end(sent))
    lead = "" if code.source[at - 1] in "\r\n" else "\n"
    edits: list[Edit] = [
        *Pruner(code, [moved]).edits(),
        code.edit(at, at, lead + (text.rstrip("\n") if lead else text)),
    ]
    asked = [n for n in ast.walk(moved.test) if isinstance(n, ast.Call)] if isinstance(moved, ast.If) else []
    return Rewrite(tuple(edits), tuple(f"{code.text(call)} is called later" for call in asked[:1]))
