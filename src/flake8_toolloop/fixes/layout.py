"""Moving code to another place in the file: indentation, alignment, and one line where it fits."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.guards import Node

Splice = tuple[int, int, str]
_JOINED = 88
_REMARK = re.compile(r"\s#[^'\"]*$")
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


def patched(code: Code, start: int, end: int, splices: Iterable[Splice]) -> str:
    """The source between two offsets with parts of it replaced."""
    parts, position = [], start
    for begin, finish, text in sorted(splices):
        parts += [code.slice(position, begin), text]
        position = finish
    return "".join([*parts, code.slice(position, end)])


def flat(text: str) -> str | None:
    """The text of an expression or statement on one line, or None where that is not the same code."""
    lines = [line.strip() for line in text.split("\n")]
    joined = lines[0]
    for line in lines[1:]:
        if line.startswith(_CLOSING):
            joined = joined.removesuffix(",") + line
        else:
            joined += line if joined.endswith(_OPENING) else f" {line}"
    try:
        same = ast.dump(ast.parse(joined)) == ast.dump(ast.parse(text))
    except SyntaxError:
        return None
    return joined if same and "#" not in re.sub(r"'[^']*'|\"[^\"]*\"", "", text) else None


def fitted(code: Code, text: str, first: Node, indent: str, *, before: str = "", after: str = "") -> str:
    """The text of code that began at a node, to stand on a line of its own: on one line, or else lined up again.

    ``indent``, ``before`` and ``after`` are what is around it on that line.
    """
    one_line = flat(text)
    width = code.width if "\n" not in text else min(code.width, _JOINED)  # several lines had their reason
    if one_line is not None and len(indent.expandtabs(4) + before + one_line + after) <= width:
        return one_line
    lines = text.split("\n")
    if before.endswith("(") and text.startswith(("{", "[")) and code.explodes(first):
        inner = indent + code.unit
        return f"\n{inner}{fitted(code, text, first, inner)}\n{indent}"
    if _REMARK.sub("", lines[0]).rstrip().endswith(_OPENING):
        old, new = code.indent(first), indent
    else:
        old, new = " " * code.lines.span(first).column, " " * len((indent + before).expandtabs(4))
        if "\t" in indent:
            new = indent + " " * len(before)
    return "\n".join([lines[0], *(_moved(line, old, new) for line in lines[1:])])


def _moved(line: str, old: str, new: str) -> str:
    if not line.strip():
        return line
    if line.startswith(old):
        return new + line[len(old) :]
    depth = len(line) - len(line.lstrip(" \t"))
    less = len(old) - depth
    return new[: max(len(new) - less, 0)] + line.lstrip(" \t")


def deeper(code: Code, first: int, last: int, splices: Iterable[Splice] = ()) -> str:
    """The lines from first to last, one step of indentation deeper, with parts of them replaced."""
    starts = code.lines.starts
    indents = [
        (starts[number - 1], starts[number - 1], code.unit)
        for number in range(first, last + 1)
        if number not in code.inside_strings and code.line(number).strip()
    ]
    return ended(patched(code, starts[first - 1], starts[last], [*indents, *splices]))


def ended(text: str) -> str:
    """The text with a line end."""
    return text if text.endswith("\n") else text + "\n"


def comprehension(code: Code, node: Node, element: str, clauses: list[str]) -> str:
    """A list comprehension in the place of a node: on one line, or else one line for each part."""
    one_line = flat(element)
    line = code.lines.span(node).line
    before = code.line(line)[: code.lines.span(node).column]
    after = code.line(node.end_lineno or line)[code.lines.span(node).end_column :].rstrip("\r\n")
    if one_line is not None:
        whole = f"[{one_line} {' '.join(clauses)}]"
        if len(before.expandtabs(4) + whole + after) <= code.width:
            return whole
    indent = code.indent(node)
    inner = indent + code.unit
    return "\n".join(["[", inner + element, *(inner + clause for clause in clauses), indent + "]"])


def quote_of(code: Code, node: ast.expr) -> str:
    """The quotes in which a dict has its keys."""
    keys = [key for key in node.keys if isinstance(key, ast.Constant)] if isinstance(node, ast.Dict) else []
    return "'" if any(code.text(key).startswith("'") for key in keys) else '"'
