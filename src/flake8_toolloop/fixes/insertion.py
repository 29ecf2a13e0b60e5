"""TLP105: the turn put into the history before what answers its calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    import ast

    from flake8_toolloop.fixes.code import Code


def before(code: Code, statement: ast.stmt, history: str, unit: str, *, plain: bool) -> Rewrite | str:
    """A statement of its own above another one and its comments."""
    if not code.alone_before(code.start(statement)):
        return "the statement does not begin its line"
    indent = code.indent(statement)
    begin = Pruner(code, ()).above(code.line_start(code.start(statement)), indent)
    return Rewrite((code.edit(begin, begin, f"{indent}{history}.append({_message(unit, plain=plain)})\n"),))


def in_list(code: Code, first: ast.expr, unit: str, *, plain: bool, message: bool) -> Rewrite:
    """An element (a message, or the turn as it is) before another one of the same list or call."""
    start = code.start(first)
    text = _message(unit, plain=plain) if message else unit
    column = code.lines.span(first).column
    line = code.line(first.lineno)
    alone = not line[:column].strip()
    return Rewrite((code.edit(start, start, f"{text},\n{line[:column]}" if alone else f"{text}, "),))


def _message(unit: str, *, plain: bool) -> str:
    content = f"[block.to_dict() for block in {unit}]" if plain else unit
    return f'{{"role": "assistant", "content": {content}}}'
