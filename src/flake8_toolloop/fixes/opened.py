"""TLP203: a result that says what went wrong, on the path that leaves the call without one."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.code import Rewrite

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code

_GUESS = "what the model is told is a guess"


@dataclass(frozen=True)
class Made:
    """A result that is to be added: the list, and the text of the result in pieces."""

    owner: str
    opening: str
    items: tuple[str, ...]
    closing: str


@dataclass(frozen=True)
class Opened:
    """A path that leaves a call open, and the result that it would get."""

    node: ast.stmt
    how: str
    made: Made


def answer_open(code: Code, opened: Opened) -> tuple[str, Rewrite] | str:
    """Add the result where the path leaves the call open."""
    node = opened.node
    if opened.how in ("continue", "break"):
        if not code.alone_before(code.start(node)):
            return "the statement shares its line with another one"
        indent = code.indent(node)
        text = _fitted(code, opened.made, indent)
        last = "continue" if opened.how == "break" else code.text(node)
        rewrite = Rewrite((code.replace(node, f"{text}\n{indent}{last}"),), _doubts(opened))
        return ("Answer the call and go on with the next one" if opened.how == "break" else "Answer the call"), rewrite
    if opened.how == "except":
        handler = code.parents[node]
        if not isinstance(handler, ast.ExceptHandler):
            return "the handler is not followed"
        if [type(s) for s in handler.body] == [ast.Pass]:
            return "Answer the call", Rewrite(
                (code.replace(node, _fitted(code, opened.made, code.indent(node))),), _doubts(opened)
            )
        return _behind(code, handler.body[-1], code.indent(handler.body[-1]), "", opened)
    if isinstance(node, ast.If) and not node.orelse:
        return _behind(code, node.body[-1], code.indent(node), "else:", opened)
    if isinstance(node, ast.If):
        return _silent_branch(code, node, opened)
    if isinstance(node, ast.Match):
        case = node.cases[-1]
        return _behind(code, case.body[-1], code.indent(case.pattern), "case _:", opened)
    return "the path is not followed"


def _silent_branch(code: Code, node: ast.If, opened: Opened) -> tuple[str, Rewrite] | str:
    """Of an ``if`` with an ``else``: the branch that adds no result gets one."""
    adds = f"{opened.made.owner}.append("
    silent = [b for b in (node.body, node.orelse) if not any(adds in ast.unparse(s) for s in b)]
    if len(silent) != 1:
        return "which branch leaves the call open is not followed"
    return _behind(code, silent[0][-1], code.indent(silent[0][-1]), "", opened)


def _behind(code: Code, last: ast.stmt, indent: str, header: str, opened: Opened) -> tuple[str, Rewrite] | str:
    """The new statement behind the last one of a block, or in a block of its own under a header."""
    if not code.alone_before(code.start(last)) or not code.alone_after(code.end(last)):
        return "the branch shares its line with something else"
    inner = indent + code.unit if header else indent
    lines = f"{indent}{header}\n" if header else ""
    begin, end = code.start(last), code.end(last)
    rest = code.line_end(end)
    # The last statement is written again with the new one behind it: what encloses both then ends with the new one.
    kept = code.slice(begin, rest).rstrip("\n")
    text = f"{kept}\n{lines}{inner}{_fitted(code, opened.made, inner)}"
    newline = "\n" if code.source[rest - 1] in "\r\n" else ""
    return "Answer the call", Rewrite((code.edit(begin, rest, text + newline),), _doubts(opened))


def _fitted(code: Code, made: Made, indent: str) -> str:
    """The statement that adds a result: on one line, or as many as it needs."""
    flat = f"{made.opening}{', '.join(made.items)}{made.closing}"
    one_line = f"{made.owner}.append({flat})"
    inner, innermost = indent + code.unit, indent + 2 * code.unit
    if len(indent.expandtabs(4) + one_line) <= code.width:
        return one_line
    if len(inner.expandtabs(4) + flat) > code.width:
        flat = "".join([made.opening, *(f"\n{innermost}{item}," for item in made.items), f"\n{inner}{made.closing}"])
    return f"{made.owner}.append(\n{inner}{flat}\n{indent})"


def _doubts(opened: Opened) -> tuple[str, ...]:
    return (_GUESS, "the calls after it are run") if opened.how == "break" else (_GUESS,)
