"""TLP402: a history that is cut where no result loses its call, and not wherever the count falls."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.layout import quote_of
from flake8_toolloop.fixes.lists import all_dicts, read_by_key
from flake8_toolloop.fixes.names import fresh
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.fixes.reach import is_plain
from flake8_toolloop.fixes.reasons import cut_reason
from flake8_toolloop.flow.values import Listing, Record, options

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.story import Cut

_STARTS = ("start", "first", "begin")
_MORE = "it keeps more where the count falls between a turn and its results"
_ALL = "it keeps more where the count falls into a cycle: all from the user's question on"
_TOO = "line {} cuts as well, in a way that cannot be moved: both have to look at the messages"
_STATEMENTS = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
_INSIDE = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


@dataclass(frozen=True)
class Tail:
    """``history[-count:]``, and how many messages stand before it that are kept as well."""

    node: ast.Subscript
    history: str
    count: str
    head: int


def cut_target(reach: Reach, event: Cut) -> Target:
    """What the planner needs to move a cut back to where a turn begins."""
    target = Target(reach.code, unreachable=cut_reason(event))
    tail = _tail(reach.code, event.node)
    if tail is None or not _are_dicts(reach, tail.node):
        return target
    other = _other(reach, event, tail)
    if other is not None:
        return Target(reach.code, unreachable=_TOO.format(other))
    statement = reach.code.statement(tail.node)
    around = [a for a in reach.code.ancestors(tail.node) if isinstance(a, _INSIDE)]
    if not isinstance(statement, _STATEMENTS) or around or not reach.code.alone_before(reach.code.start(statement)):
        return target
    rewrite = _cut_back(reach, event, tail, statement)
    return Target(reach.code, ready=(("Cut where no result loses its call", rewrite),))


def _other(reach: Reach, event: Cut, tail: Tail) -> int | None:
    """The line of another cut of the function that would stay, and would not be seen beside one that is moved."""
    scope = reach.code.scope(tail.node)
    for cut in reach.teller.story.cuts:
        same = cut is event or cut.node is None or reach.code.scope(cut.node) is not scope
        if not same and not (cut.at_turn_boundary or cut.orphans_dropped) and _tail(reach.code, cut.node) is None:
            return cut.span.line
    return None


def _tail(code: Code, node: ast.AST | None) -> Tail | None:
    """The last messages of a list, by their number, with nothing unknown of the same list before them."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice) or not is_plain(node.value):
        return None
    lower = node.slice.lower
    if node.slice.upper is not None or not isinstance(lower, ast.UnaryOp) or not isinstance(lower.op, ast.USub):
        return None
    history, count = code.text(node.value), code.text(lower.operand)
    if isinstance(lower.operand, (ast.BinOp, ast.IfExp)) and not count.startswith("("):
        count = f"({count})"
    head = _head(code, node, history)
    return Tail(node, history, count, head) if head is not None else None


def _head(code: Code, node: ast.Subscript, history: str) -> int | None:
    """How many of the oldest messages stand before the last ones; None where that is not known."""
    around: ast.AST = code.parents[node]
    before: list[ast.expr] = []
    if isinstance(around, ast.BinOp) and isinstance(around.op, ast.Add) and around.right is node:
        before = around.left.elts if isinstance(around.left, ast.List) else [around.left]
    elif isinstance(around, ast.Starred) and isinstance(code.parents[around], ast.List):
        elements = code.parents[around].elts  # type: ignore[attr-defined]
        if elements[-1] is not around:
            return None
        before = elements[:-1]
    elif isinstance(around, ast.BinOp):
        return None
    found = [code.text(element).replace(" ", "") for element in before]
    if found in ([f"{history}[0]"], [f"*{history}[:1]"], [f"{history}[:1]"]):
        return 1
    return 0 if all(isinstance(element, ast.Dict) for element in before) else None


def _are_dicts(reach: Reach, node: ast.Subscript) -> bool:
    """Whether the messages are known to be dicts: by their making, their annotation, or as the file reads them."""
    return all_dicts(reach, node.value) or read_by_key(reach, node.value)


def _cut_back(reach: Reach, event: Cut, tail: Tail, statement: ast.stmt) -> Rewrite:
    code, indent = reach.code, reach.code.indent(statement)
    name, inner = fresh(code, statement, _STARTS), indent + code.unit
    conditions = _within(reach, event, tail, f"{tail.history}[{name}]")
    lines = [f"{indent}{name} = max(len({tail.history}) - {tail.count}, {tail.head})"]
    test = " or ".join(conditions)
    header = f"{indent}while {name} > {tail.head} and {f'({test})' if len(conditions) > 1 else test}:"
    if len(header.expandtabs(4)) <= code.width:
        lines.append(header)
    else:
        lines += [f"{indent}while {name} > {tail.head} and (", f"{inner}{conditions[0]}"]
        lines += [*(f"{inner}or {condition}" for condition in conditions[1:]), f"{indent}):"]
    lines.append(f"{inner}{name} -= 1")
    begin = code.start(statement)
    text = "\n".join(lines).removeprefix(indent) + f"\n{indent}"
    edits = (code.edit(begin, begin, text), code.replace(tail.node, f"{tail.history}[{name}:]"))
    return Rewrite(edits, (_ALL if len(conditions) > 1 else _MORE,))


def _within(reach: Reach, event: Cut, tail: Tail, message: str) -> list[str]:
    """The conditions of which one says that what stands before a message belongs to it."""
    dialect = event.dialect
    keys = next((s.literal.node for s in reach.teller.message_sinks if isinstance(s.literal.node, ast.Dict)), None)
    quote = quote_of(reach.code, keys) if keys is not None else '"'

    def quoted(word: str) -> str:
        return f"{quote}{word}{quote}"

    role, content = f"{message}[{quoted('role')}]", f"{message}[{quoted(dialect.content_field)}]"
    if dialect.whole_message:
        return [f"{role} == {quoted(dialect.result)}"]
    if tail.head:  # the question stands before it: any turn may follow
        return [f"{role} != {quoted(dialect.assistant)}"]
    asked = f"{role} != {quoted(dialect.user)}"
    if not _asks_in_blocks(reach):
        return [asked, f"not isinstance({content}, str)"]
    of_result = f"block.get({quoted('type')}) == {quoted(dialect.result)}"
    return [asked, f"(isinstance({content}, list) and any({of_result} for block in {content}))"]


def _asks_in_blocks(reach: Reach) -> bool:
    """Whether messages of the user's are made of blocks that are no results."""
    dialect = reach.teller.dialect
    for sink in reach.teller.message_sinks:
        if sink.role != dialect.user:
            continue
        for option in options(reach.value(sink.content, sink.where)):
            parts = option.value.parts if isinstance(option.value, Listing) else ()
            made = [o.value for part in parts for o in options(part.value)]
            if any(isinstance(v, Record) and not v.has(dialect.result_id) for v in made):
                return True
    return False
