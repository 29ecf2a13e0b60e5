"""One more argument for a call, one more parameter for a function: where it goes, in the file's own layout."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.guards import Node


def with_argument(code: Code, call: ast.Call, text: str) -> Edit | str:
    """The edit that hands a call one more keyword argument, behind those that it has; or why it cannot."""
    given: list[ast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
    if len(given) == 1 and isinstance(given[0], ast.GeneratorExp) and not call.keywords:
        return "the call has a bare generator as its argument"
    close = code.end(call) - 1
    if not given:
        return code.edit(close, close, text)
    return _behind(code, max(given, key=code.end), close, text)


def with_parameter(code: Code, function: ast.FunctionDef | ast.AsyncFunctionDef, text: str) -> Edit | str:
    """The edit that gives a function one more parameter with a default, by keyword where it takes more of them."""
    arguments = function.args
    if arguments.kwonlyargs or arguments.vararg:
        if not arguments.kwonlyargs:
            return "it takes any number of arguments"
        given, defaults = arguments.kwonlyargs, arguments.kw_defaults[-1:]
    else:
        given, defaults = [*arguments.posonlyargs, *arguments.args], [*arguments.defaults[-1:]]
    if not given:
        return "it has no parameters"
    last: Node = next((d for d in defaults if d is not None), None) or given[-1].annotation or _as_name(given[-1])
    end = code.end(last)
    if arguments.kwarg is not None:
        return code.edit(end, end, f", {text}")
    close = _closing(code, end)
    return _behind(code, last, close, text) if close is not None else "its parameters could not be read"


def _as_name(argument: ast.arg) -> ast.expr:
    """The parameter as an expression at its place."""
    return ast.copy_location(ast.Name(argument.arg, ast.Load()), argument)


def _closing(code: Code, start: int) -> int | None:
    """The offset of the bracket that closes what the offset is in."""
    depth = 0
    for offset, sign in _tokens(code, start, len(code.source)):
        if sign in ("(", "[", "{"):
            depth += 1
        elif sign in (")", "]", "}"):
            if depth == 0:
                return offset
            depth -= 1
    return None


def _tokens(code: Code, start: int, end: int) -> list[tuple[int, str]]:
    """The operators between two offsets, comments and what they hold left out."""
    text = code.source[start:end]
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[tuple[int, str]] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.OP:
                row, column = token.start
                found.append((start + starts[row - 1] + column, token.string))
    except (tokenize.TokenError, SyntaxError):
        pass  # the text ends inside of something: what came before is right
    return found


def _behind(code: Code, last: Node, close: int, text: str) -> Edit:
    """Insert behind the last item of a bracket that closes at ``close``: on a line of its own where that has one."""
    tail = _tokens(code, code.end(last), close)
    comma = next((offset for offset, sign in tail if sign == ","), None)
    end = max([code.end(last), *(offset + 1 for offset, sign in tail if sign == ")")])
    alone = code.alone_before(close) and code.alone_before(_item_start(code, last))
    indent = code.indent(last)
    if comma is not None and alone:
        begin = code.line_start(close)
        return code.edit(begin, begin, f"{indent}{text},\n")
    if comma is not None:
        return code.edit(comma + 1, comma + 1, f" {text}" if close == comma + 1 else f" {text},")
    return code.edit(end, end, f",\n{indent}{text}" if alone else f", {text}")


def _item_start(code: Code, last: Node) -> int:
    """Where the line's own text begins, if the item begins there: a keyword, a star or a name stand before a value."""
    begin = code.line_start(code.start(last))
    lead = code.source[begin : code.start(last)].strip(" \t\f")
    simple = all(part.isidentifier() or not part for part in lead.replace("=", " ").replace(":", " ").split(" "))
    return begin + len(code.indent(last)) if simple or set(lead) <= {"*"} else code.start(last)
