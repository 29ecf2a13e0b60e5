"""TLP202: a result that joins the results before it, where one message at a time goes into the history."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.names import fresh, names_in
from flake8_toolloop.fixes.presence import is_never_empty

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code

_RESULT = ("result", "tool_result", "answer")
_MESSAGE = ("converted", "message", "answer")
_LAST = ("last", "previous", "last_message")
_RESULTS = ("results", "tool_results", "answers")
_BLOCK = ("block", "b", "item")
_SHARED = "results that follow one another share a message, which is counted and shown as one"


@dataclass(frozen=True)
class Words:
    """The words of the wire, as the file quotes them."""

    role: str = '"role"'
    user: str = '"user"'
    content: str = '"content"'
    type: str = '"type"'
    result: str = '"tool_result"'


@dataclass(frozen=True)
class Join:
    """A message with one result that a statement puts at the end of a history."""

    statement: ast.Expr | ast.AugAssign
    history: ast.expr
    message: ast.expr
    """What the statement puts there: the message as it is written, its name, or the call that makes it."""
    content: ast.expr | None = None
    """The content, where the message is written in the statement."""
    words: Words = Words()
    plain: bool = True
    """Whether all messages of the history are known to be dicts."""


def join_result(code: Code, join: Join) -> Rewrite | str:
    """Put the result into the last message where that holds results, or else the message behind it as before."""
    statement = join.statement
    if not code.alone_before(code.start(statement)) or not code.alone_after(code.end(statement)):
        return "the message shares its lines with something else"
    indent = code.indent(statement)
    inner = indent + code.unit
    last = fresh(code, statement, _LAST)
    first, joins, splice = _put(code, join, last)
    kept = layout.patched(code, code.start(statement), code.end(statement), [splice] if splice else [])
    lines = [
        *first,
        *_last(code, join, last),
        f"{inner}{joins}",
        f"{indent}else:",
        f"{inner}{layout.fitted(code, kept, statement, inner)}",
    ]
    return Rewrite((code.replace(statement, "\n".join(lines).removeprefix(indent)),), (_SHARED,))


def _put(code: Code, join: Join, last: str) -> tuple[list[str], str, layout.Splice | None]:
    """What names the result or the message first, what puts it into the last message, and the name's place."""
    indent, into = code.indent(join.statement), f"{last}[{join.words.content}]"
    content = join.content
    if isinstance(content, ast.List) and isinstance(content.elts[0], ast.Name):
        return [], f"{into}.append({content.elts[0].id})", None
    if isinstance(content, ast.List):
        name, node = fresh(code, join.statement, _RESULT), content.elts[0]
        return [_bound(code, name, node, indent)], f"{into}.append({name})", _in_list(code, content, node, name)
    if content is not None:
        return [], f"{into}.extend({code.text(content)})", None
    if isinstance(join.message, ast.Name):
        return [], f"{into}.extend({join.message.id}[{join.words.content}])", None
    name, node = fresh(code, join.statement, _MESSAGE), join.message
    splice = (code.start(node), code.end(node), name)
    return [_bound(code, name, node, indent)], f"{into}.extend({name}[{join.words.content}])", splice


def _in_list(code: Code, content: ast.List, node: ast.expr, name: str) -> layout.Splice:
    """The name in the list, which goes on one line where no comment stands in it beside the result."""
    beside = {*range(content.lineno, node.lineno), *range((node.end_lineno or 0), (content.end_lineno or 0) + 1)}
    if beside & code.comments.keys():
        return code.start(node), code.end(node), name
    return code.start(content), code.end(content), f"[{name}]"


def _bound(code: Code, name: str, node: ast.expr, indent: str) -> str:
    return f"{indent}{name} = {layout.fitted(code, code.text(node), node, indent, before=f'{name} = ')}"


def _last(code: Code, join: Join, last: str) -> list[str]:
    """The last message, and the test whether it holds results: on one line, or one line for each condition."""
    indent, words = code.indent(join.statement), join.words
    history = code.text(join.history)
    taken = {last, *names_in([code.scope(join.statement)])}
    block = next((name for name in _BLOCK if name not in taken), None) or fresh(code, join.statement, _BLOCK)
    content = f"{last}[{words.content}]"
    conditions = [
        *([] if join.plain else [f"isinstance({last}, dict)"]),
        f"{last}.get({words.role}) == {words.user}",
        f"isinstance({content}, list)",
        f"any({block}.get({words.type}) == {words.result} for {block} in {content})",
    ]
    value = f"{history}[-1] if {history} else {'{}' if join.plain else 'None'}"
    inner = indent + code.unit
    found = [f"{indent}{last} = {value}"]
    if len(found[0].expandtabs(4)) > code.width:
        found = [f"{indent}{last} = (", f"{inner}{value}", f"{indent})"]
    test = f"{indent}if {' and '.join(conditions)}:"
    if len(test.expandtabs(4)) <= code.width:
        return [*found, test]
    return [
        *found,
        f"{indent}if (",
        f"{inner}{conditions[0]}",
        *(f"{inner}and {condition}" for condition in conditions[1:]),
        f"{indent}):",
    ]


@dataclass(frozen=True)
class Gather:
    """Messages with one result each that a comprehension makes, and the statement that puts them into a history."""

    statement: ast.Expr | ast.AugAssign
    history: ast.expr
    made: ast.ListComp
    content: ast.List
    """The content of the message, with its one result."""


def gather_results(code: Code, gather: Gather) -> Rewrite | str:
    """Make the results in the comprehension, and one message of them, where there are any."""
    statement, made = gather.statement, gather.made
    if not code.alone_before(code.start(statement)) or not code.alone_after(code.end(statement)):
        return "the messages share their lines with something else"
    indent, name = code.indent(statement), fresh(code, statement, _RESULTS)
    result = layout.flat(code.text(gather.content.elts[0]))
    message = layout.patched(
        code, code.start(made.elt), code.end(made.elt), [(code.start(gather.content), code.end(gather.content), name)]
    )
    clauses = [line.strip() for line in code.slice(code.end(made.elt), code.end(made) - 1).split("\n") if line.strip()]
    whole = layout.flat(message)
    if result is None or whole is None or any("#" in clause for clause in clauses):
        return "comments stand in the comprehension: they would have to be put somewhere else"
    lines = _comprehension(code, f"{indent}{name} = ", result, clauses)
    text = f"{code.text(gather.history)}.append({whole})"
    first = made.generators[0]
    certain = is_never_empty(code, statement, None if first.ifs or len(made.generators) > 1 else first.iter)
    if certain:
        lines.append(indent + text)
    else:
        lines += [f"{indent}if {name}:", f"{indent}{code.unit}{text}"]
    return Rewrite((code.replace(statement, "\n".join(lines).removeprefix(indent)),))


def _comprehension(code: Code, before: str, element: str, clauses: list[str]) -> list[str]:
    one_line = f"{before}[{element} {' '.join(clauses)}]"
    if len(one_line.expandtabs(4)) <= code.width:
        return [one_line]
    indent = before[: len(before) - len(before.lstrip())]
    return [f"{before}[", *(f"{indent}{code.unit}{line}" for line in (element, *clauses)), f"{indent}]"]
