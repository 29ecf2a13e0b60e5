"""TLP403: a message of which a filter has left nothing is not put into the history."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.names import fresh

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code

_NAMES = ("kept", "remaining", "blocks")


@dataclass(frozen=True)
class Guarded:
    """An append that has to ask first whether there is something to append."""

    content: ast.expr
    statement: ast.Expr
    unsafe: tuple[str, ...]


def only_if_something(code: Code, guarded: Guarded) -> Rewrite | str:
    """The append under a test of its content, which gets a name first where it has none."""
    statement, content = guarded.statement, guarded.content
    if not code.alone_before(code.start(statement)) or not code.alone_after(code.end(statement)):
        return "the message shares its lines with something else"
    indent = code.indent(statement)
    begin, finish = code.line_start(code.start(statement)), code.line_end(code.end(statement))
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    name, bound, splices = content.id if isinstance(content, ast.Name) else "", "", []
    if not name:
        name = fresh(code, statement, _NAMES)
        text = layout.fitted(code, code.text(content), content, indent, before=f"{name} = ")
        bound = f"{indent}{name} = {text}\n"
        splices = [(code.start(content), code.end(content), name)]
    if bound and last > first:
        # What stood on lines of its own for its content's sake goes on one where it fits now.
        text = layout.patched(code, code.start(statement), code.end(statement), splices)
        body = f"{indent}{code.unit}{layout.fitted(code, text, statement, indent + code.unit)}"
        body += code.slice(code.end(statement), finish)
    else:
        body = layout.deeper(code, first, last, splices)
    text = f"{bound}{indent}if {name}:\n{body}"
    if code.source[finish - 1] not in "\r\n":
        text = text.removesuffix("\n")
    return Rewrite((code.edit(begin, finish, text),), guarded.unsafe)
