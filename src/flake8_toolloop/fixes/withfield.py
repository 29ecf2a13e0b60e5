"""TLP107: a message that is made by hand gets the field that it lacks."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.names import fresh

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_NAMES = ("assistant_message", "assistant", "replayed")
_INSIDE = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_STATEMENTS = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
_SHARES = "the message shares its lines with something else"


@dataclass(frozen=True)
class Field:
    """A field that a message gets: its name, and where its value is."""

    name: str
    value: str
    """The text of the value."""
    bound: str | None = None
    """A name that the value is given first, where its text is a call."""
    if_true: bool = False
    """It is left out where it is empty: its empty value says that there is none."""
    always: bool = False
    """It goes along even where it is empty."""


@dataclass(frozen=True)
class Lacking:
    """A message that is made by hand, and the fields that it lacks."""

    node: ast.expr
    name: str | None
    """What it is bound to by its own statement."""
    fields: tuple[Field, ...]
    quote: str = '"'


def add_fields(code: Code, lacking: Lacking) -> Rewrite | str:
    """Put each field into the message where there is one, right behind the place where the message is made."""
    statement = code.statement(lacking.node)
    around = [a for a in code.ancestors(lacking.node) if isinstance(a, ast.expr)]
    if not isinstance(statement, _STATEMENTS) or any(isinstance(a, _INSIDE) for a in around):
        return "the message is made inside of another expression: make it first, and put the field in"
    if not code.alone_before(code.start(statement)) or not code.alone_after(code.end(statement)):
        return _SHARES
    indent = code.indent(statement)
    name = lacking.name or fresh(code, lacking.node, _NAMES)
    lines = [line for field in lacking.fields for line in _put(code, lacking, field, name)]
    if lacking.name is not None:
        return Rewrite((_behind(code, statement, lines),))
    made = layout.fitted(code, code.text(lacking.node), lacking.node, indent, before=f"{name} = ")
    splice = (code.start(lacking.node), code.end(lacking.node), name)
    kept = layout.patched(code, code.start(statement), code.end(statement), [splice])
    text = [f"{indent}{name} = {made}", *lines, indent + layout.fitted(code, kept, statement, indent)]
    return Rewrite((code.replace(statement, "\n".join(text).removeprefix(indent)),))


def _put(code: Code, lacking: Lacking, field: Field, name: str) -> list[str]:
    indent, key = code.indent(code.statement(lacking.node)), lacking.quote + field.name + lacking.quote
    value = field.bound or field.value
    asked = value if field.if_true else f"{value} is not None"
    if field.always:
        return [f"{indent}{name}[{key}] = {value}"]
    first = [f"{indent}{field.bound} = {field.value}"] if field.bound is not None else []
    return [*first, f"{indent}if {asked}:", f"{indent}{code.unit}{name}[{key}] = {value}"]


def _behind(code: Code, statement: ast.stmt, lines: list[str]) -> Edit:
    end = code.line_end(code.end(statement))
    text = "\n".join(lines)
    if code.source[end - 1] not in "\r\n":
        return code.edit(end, end, f"\n{text}")
    return code.edit(end, end, f"{text}\n")


def ask_for_none(code: Code, gate: ast.expr) -> Rewrite | str:
    """Leave the field out only where there is none, and not where it is empty."""
    text = code.text(gate)
    if isinstance(gate, ast.NamedExpr):
        text = text if code.source[code.start(gate) - 1] == "(" else f"({text})"
        if text.startswith("("):
            return Rewrite((code.replace(gate, f"{text} is not None"),))
        end = code.end(gate) + 1
        return Rewrite((code.edit(end, end, " is not None"),))
    return Rewrite((code.replace(gate, f"{text} is not None"),))


def allow_key(code: Code, listed: ast.Tuple | ast.List | ast.Set, key: str) -> Rewrite | str:
    """Put a key into the list of those that are kept."""
    if not listed.elts:
        return "the list of the keys that are kept is empty"
    last = listed.elts[-1]
    written = code.text(last)
    quote = written[0] if written[:1] in ("'", '"') else '"'
    end = code.end(last)
    alone = last.lineno != listed.lineno and code.alone_before(code.start(last))
    gap = f",\n{code.indent(last)}" if alone else ", "
    return Rewrite((code.edit(end, end, f"{gap}{quote}{key}{quote}"),))
