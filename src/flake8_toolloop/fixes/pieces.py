"""TLP107 in streams: the pieces of the reasoning are added up as those of the text are, and put into the message."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import withfield
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.layout import quote_of
from flake8_toolloop.fixes.names import fresh, names_in
from flake8_toolloop.fixes.reach import is_plain
from flake8_toolloop.fixes.withfield import Field, Lacking
from flake8_toolloop.flow.sinks import fields_of

if TYPE_CHECKING:
    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.sinks import MessageSink
    from flake8_toolloop.flow.story import FieldsDropped


@dataclass(frozen=True)
class Sum:
    """A text that a loop adds up from the pieces of a stream."""

    first: ast.Assign
    """Where it is empty."""
    adds: ast.AugAssign
    piece: ast.expr
    """What holds the piece: ``chunk.choices[0].delta``."""
    by_key: bool


def with_pieces(reach: Reach, event: FieldsDropped, sink: MessageSink) -> Rewrite | str | None:
    """Add the pieces of the field up beside those of the text; None where the text is put together in another way."""
    code, dialect = reach.code, event.dialect
    if event.missing not in dialect.summed_fields:
        return None
    quote = quote_of(code, sink.literal.node)
    endpoint = next((e for e in dialect.endpoints if e.name == event.endpoint), None)
    always = endpoint is not None and endpoint.even_empty
    kept = _kept(code, sink.literal.node, event.missing)
    if kept is not None:
        field = Field(event.missing, kept, if_true=True, always=always)
        return withfield.add_fields(code, Lacking(sink.literal.node, sink.place, (field,), quote))
    content = fields_of(sink.literal.node).get(dialect.content_field)
    if isinstance(content, ast.BoolOp):  # ``text or None``
        content = content.values[0]
    content = content.body if isinstance(content, ast.IfExp) else content
    found = _sum(code, content, dialect.piece, dialect.text_field) if isinstance(content, ast.Name) else None
    anchor = _anchor(code, found) if found is not None else None
    if found is None or anchor is None:
        return None
    name = fresh(code, found.first, (event.missing, "reasoning", "thoughts"))
    field = Field(event.missing, name, if_true=True, always=always)
    put = withfield.add_fields(code, Lacking(sink.literal.node, sink.place, (field,), quote))
    if isinstance(put, str):
        return put
    edits = (_empty(code, found.first, name), _added(code, found, anchor, name, event.missing, quote), *put.edits)
    return Rewrite(tuple(sorted(edits, key=lambda edit: edit.span)), put.unsafe)


def _kept(code: Code, message: ast.expr, field: str) -> str | None:
    """The name under which the pieces of a field are added up already, where it has its value at the message."""
    names = code.names(message)
    around = [message, *code.ancestors(message)]
    for name, stores in names.stores.items():
        found = [code.statement(node) for node in stores]
        first = [s for s in found if isinstance(s, ast.Assign) and _is_empty(s, name)]
        adds = [s for s in found if isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add)]
        if len(first) != 1 or not adds or len(found) != 1 + len(adds) or name in names.foreign:
            continue
        of_field = all(any(_named(node) == field for node in ast.walk(s.value)) for s in adds)
        block = code.block(first[0])
        if of_field and any(s in around for s in block[block.index(first[0]) + 1 :]):
            return name
    return None


def _sum(code: Code, name: ast.Name, piece: str, field: str) -> Sum | None:
    """How a text is added up: it is empty once, and one statement in a loop adds to it."""
    stores = [code.statement(node) for node in code.names(name).stores[name.id]]
    first = [s for s in stores if isinstance(s, ast.Assign) and _is_empty(s, name.id)]
    adds = [s for s in stores if isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add)]
    if len(first) != 1 or len(adds) != 1 or len(stores) != 2:
        return None
    value = adds[0].value
    value = value.values[0] if isinstance(value, ast.BoolOp) else value
    if isinstance(value, ast.Name):
        bound = [code.statement(node) for node in code.names(name).stores[value.id]]
        value = bound[0].value if len(bound) == 1 and isinstance(bound[0], ast.Assign) else value
    holder = value.value if isinstance(value, (ast.Attribute, ast.Subscript)) else None
    if holder is None or _named(value) != field or not is_plain(holder) or not _is_piece(code, holder, piece):
        return None
    return Sum(first[0], adds[0], holder, isinstance(value, ast.Subscript))


def _is_empty(statement: ast.Assign, name: str) -> bool:
    """``text = ""``, ``text, calls = "", {}``."""
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = zip(target.elts, value.elts, strict=True)
        value = next((v for t, v in pairs if isinstance(t, ast.Name) and t.id == name), value)
    return len(statement.targets) == 1 and isinstance(value, ast.Constant) and value.value == ""


def _named(node: ast.AST) -> object:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.slice.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) else None


def _is_piece(code: Code, holder: ast.expr, piece: str) -> bool:
    """Whether what holds a field is a piece of a stream's event, also by the name that it is bound to."""
    if not isinstance(holder, ast.Name):
        return _named(holder) == piece
    bound = [code.statement(node) for node in code.names(holder).stores[holder.id]]
    return len(bound) == 1 and isinstance(bound[0], ast.Assign) and _named(bound[0].value) == piece


def _anchor(code: Code, found: Sum) -> ast.stmt | None:
    """The statement above which each piece comes by: the one that adds, or the test around it for an empty text."""
    anchor: ast.stmt = found.adds
    for outer in code.ancestors(found.adds):
        if isinstance(outer, (ast.For, ast.AsyncFor)):
            break
        if not isinstance(outer, ast.If):
            return None
        if _reads_first(code, outer.test, found):
            anchor = outer
        elif anchor not in outer.body or _reads(code, outer.test, found):
            return None
        else:
            break  # a test that has to come before the piece is read
    else:
        return None
    return _earlier(code, found, anchor)


def _earlier(code: Code, found: Sum, anchor: ast.stmt) -> ast.stmt | None:
    """The first statement that reads the piece, where it may leave the round before the text is added."""
    stores = code.names(anchor).stores
    bound = max(
        (n.lineno for name in names_in([found.piece]) for n in stores[name] if isinstance(n, ast.Name)), default=0
    )
    block = code.block(anchor)
    for statement in block[: block.index(anchor)]:
        if statement.lineno <= bound or not _reads(code, statement, found):
            continue
        if not (isinstance(statement, ast.If) and _reads_first(code, statement.test, found)):
            return None  # how it guards the piece is not followed
        anchor = statement
        break
    return anchor if anchor.lineno > bound and code.alone_before(code.start(anchor)) else None


def _reads_first(code: Code, test: ast.expr, found: Sum) -> bool:
    """Whether a test reads the piece before it asks anything else."""
    while isinstance(test, (ast.BoolOp, ast.UnaryOp, ast.Compare, ast.NamedExpr)):
        if isinstance(test, ast.BoolOp):
            test = test.values[0]
        elif isinstance(test, ast.UnaryOp):
            test = test.operand
        else:
            test = test.left if isinstance(test, ast.Compare) else test.value
    return _reads(code, test, found)


def _reads(code: Code, outer: ast.AST, found: Sum) -> bool:
    """Whether the piece is read, in the way in which its text is read."""
    text = code.text(found.piece)
    for node in ast.walk(outer):
        holder = node.value if isinstance(node, (ast.Attribute, ast.Subscript)) else node
        if isinstance(holder, ast.expr) and (not found.by_key or holder is not node) and code.text(holder) == text:
            return True
    return False


def _empty(code: Code, first: ast.Assign, name: str) -> Edit:
    end = code.line_end(code.end(first))
    return code.edit(end, end, f'{code.indent(first)}{name} = ""\n')


def _added(code: Code, found: Sum, anchor: ast.stmt, name: str, field: str, quote: str) -> Edit:
    piece, key, begin = code.text(found.piece), quote + field + quote, code.start(anchor)
    read = f"{piece}.get({key})" if found.by_key else f"getattr({piece}, {key}, None)"
    return code.edit(begin, begin, f'{name} += {read} or ""\n{code.indent(anchor)}')
