"""What puts a message into a history that a filter may have left empty, and what else changes if it stays out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.filled import Guarded
from flake8_toolloop.fixes.planner import Target
from flake8_toolloop.flow.index import place_of

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.story import Emptied

_NO_END = "a turn without calls has to end the loop here: what comes of it then is for you to say"
_UNSEEN = "the message is put into the history in a way that is not followed: it has to go as a whole"


def emptied_target(reach: Reach, event: Emptied) -> Target:
    """What the planner needs to put the append under a test."""
    code = reach.code
    if not isinstance(event.node, ast.expr):
        return Target(code, unreachable=_UNSEEN)
    statement = code.statement(event.node)
    history = _appended(statement, event)
    if history is None or not isinstance(statement, ast.Expr):
        return Target(code, unreachable=_UNSEEN)
    if event.what == "results" and not _ends_later(code, statement):
        return Target(code, unreachable=_NO_END)
    return Target(code, guarded=Guarded(event.node, statement, _doubts(code, event, statement, history)))


def _appended(statement: ast.stmt, event: Emptied) -> str | None:
    """The list to which a statement appends the message with the content."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append":
        return None
    message = call.args[0] if len(call.args) == 1 and not call.keywords else None
    if isinstance(message, ast.Dict):
        holds = any(value is event.node for value in message.values) or message is event.node
    else:
        holds = isinstance(message, ast.Call) and any(k.value is event.node for k in message.keywords)
    return place_of(call.func.value) if holds else None


def _ends_later(code: Code, statement: ast.stmt) -> bool:
    """Whether the loop around a statement may be left after it, and not before it."""
    loop = next((a for a in code.ancestors(statement) if isinstance(a, (ast.For, ast.AsyncFor, ast.While))), None)
    if loop is None:
        return False
    return any(
        isinstance(node, (ast.Break, ast.Return)) and code.start(node) > code.end(statement) for node in ast.walk(loop)
    )


def _doubts(code: Code, event: Emptied, statement: ast.stmt, history: str) -> tuple[str, ...]:
    """What else is not as before where the message does not go in."""
    doubts = []
    if event.what == "results":
        doubts.append("a turn without calls stays the last message where the loop goes on")
    if event.what == "stored":
        doubts.append("messages of one role may then follow each other")
    later = (
        n for n in ast.walk(code.scope(statement)) if isinstance(n, ast.Subscript) and _is_later(code, n, statement)
    )
    taken = next((n for n in later if place_of(n.value) == history and not isinstance(n.slice, ast.Slice)), None)
    if taken is not None:
        doubts.append(f"line {taken.lineno} takes a message by its place")
    return tuple(doubts)


def _is_later(code: Code, node: ast.expr, statement: ast.stmt) -> bool:
    return code.start(node) > code.end(statement)
