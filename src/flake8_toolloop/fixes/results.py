"""TLP202: one message with all results in the place of one message per result."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import layout
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.follow import ONCE, following, moved
from flake8_toolloop.fixes.names import fresh, names_in
from flake8_toolloop.fixes.presence import is_never_empty
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

NAMES = ("results", "tool_results", "call_results", "answers")
Loop = ast.For | ast.AsyncFor


@dataclass(frozen=True)
class Send:
    """A message that is put into the history: the statement, its content, and what the content's list holds."""

    statement: ast.stmt
    content: ast.expr
    items: ast.List
    bound: ast.Assign | None = None
    """The assignment that names the list, where the content is a name."""
    named: ast.Assign | None = None
    """The assignment that names the message, where the statement puts a name into the history."""
    load: ast.Name | None = None
    """That name in the statement."""

    def text(self, code: Code, content: str) -> str:
        """The statement with another content."""
        splice = (code.start(self.content), code.end(self.content), content)
        if self.named is None or self.load is None:
            return layout.patched(code, code.start(self.statement), code.end(self.statement), [splice])
        message = layout.patched(code, code.start(self.named.value), code.end(self.named.value), [splice])
        whole = (code.start(self.load), code.end(self.load), layout.flat(message) or message)
        return layout.patched(code, code.start(self.statement), code.end(self.statement), [whole])


def collect_results(
    code: Code, loop: Loop, contents: Sequence[ast.expr], requests: Iterable[ast.AST] = ()
) -> Rewrite | str:
    """Collect what the loop sends message by message, and send it once behind the loop.

    ``contents`` are the content expressions of the messages that the loop puts into the history, ``requests`` the
    model calls of the function.
    """
    sends = [send for content in contents if (send := _send(code, loop, content))]
    requests = list(requests)
    problem = _problem(code, loop, sends, len(contents), requests)
    tail = following(code, loop, [send.statement for send in sends], requests)
    if problem or isinstance(tail, str):
        return problem or str(tail)
    turns = _turns(code, loop, sends, tail)
    if isinstance(turns, str):
        return turns
    name = fresh(code, loop, NAMES)
    gone = [*turns, *tail]
    edits = [_before(code, loop, name, turns), *_inside(code, sends, name), *Pruner(code, gone).edits()]
    last_goes = any(code.end(statement) == code.end(loop) for statement in gone)
    edits.append(_behind(code, loop, sends, name, tail, last_goes=last_goes))
    return Rewrite(tuple(sorted(edits, key=lambda edit: edit.span)), (ONCE,) if tail else ())


def _send(code: Code, loop: Loop, content: ast.expr) -> Send | None:
    statement = code.statement(content)
    named, load = _named_message(code, loop, statement)
    if named is not None and load is not None:
        statement = code.statement(load)
    if isinstance(content, ast.List):
        return Send(statement, content, content, None, named, load)
    names = code.names(loop)
    if not isinstance(content, ast.Name) or len(names.stores[content.id]) != 1 or len(names.loads[content.id]) != 1:
        return None
    bound = code.statement(names.stores[content.id][0])
    if isinstance(bound, ast.Assign) and isinstance(bound.value, ast.List) and len(bound.targets) == 1:
        return Send(statement, content, bound.value, bound, named, load)
    return None


def _named_message(code: Code, loop: Loop, statement: ast.stmt) -> tuple[ast.Assign | None, ast.Name | None]:
    """``message = {...}`` in the loop, where one statement puts the name into the history and no other reads it."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or _history(statement):
        return None, None
    target = statement.targets[0]
    if not isinstance(target, ast.Name):
        return None, None
    names = code.names(loop)
    loads = names.loads[target.id]
    if len(loads) != 1 or len(names.stores[target.id]) != 1 or not code.within(loads[0], loop):
        return None, None
    return (statement, loads[0]) if _history(code.statement(loads[0])) else (None, None)


def _problem(code: Code, loop: Loop, sends: list[Send], count: int, requests: Iterable[ast.AST]) -> str | None:
    if not sends or len(sends) != count:
        return "the results are put into their messages out of sight"
    if not code.alone_before(code.start(loop)):
        return "the loop does not begin its line"
    history = _history(sends[0].statement)
    for node in _own_nodes(loop):
        dies = isinstance(node, ast.Return) and ends_with_function(code, loop, history or "", requests)
        if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) and not dies:
            return f"line {node.lineno} leaves the loop while results are collected"
    if any(not code.within(send.statement, loop) or _in_inner_loop(code, loop, send) for send in sends):
        return "the results are sent from an inner loop"
    if any(not (_history(s.statement) and s.items.elts) for s in sends):
        return "the history is changed in a way that is not followed"
    shapes = {ast.dump(_without_content(code, send)) for send in sends}
    if len(shapes) > 1:
        return "the messages in the loop differ in more than their content"
    if _bound(loop, sends) & names_in([_without_content(code, sends[0])]):
        return "the message itself depends on the call"
    return None


def ends_with_function(code: Code, node: ast.AST, history: str, requests: Iterable[ast.AST]) -> bool:
    """Whether a history is the function's own: once it returns, nobody reads what was not put into it."""
    names = code.names(node)
    if not history.isidentifier() or not names.stores[history] or history in names.foreign:
        return False
    sent = {id(request) for request in requests}
    return isinstance(code.scope(node), (ast.FunctionDef, ast.AsyncFunctionDef)) and all(
        _stays(code, load, sent) for load in names.loads[history]
    )


def _stays(code: Code, load: ast.Name, sent: set[int]) -> bool:
    """Whether a use of a list hands it to nobody who could keep it: a request, a change, an item of it."""
    parent = code.parents[load]
    if isinstance(parent, ast.keyword):
        parent = code.parents[parent]
    if isinstance(parent, ast.Call):
        return id(parent) in sent or ast.unparse(parent.func) in ("len", "print")
    return isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is load


def _own_nodes(loop: Loop) -> Iterator[ast.AST]:
    """The nodes of a loop, inner functions left aside."""
    todo: list[ast.AST] = [loop.target, *loop.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            todo += ast.iter_child_nodes(node)


def _stores(node: ast.AST) -> set[str]:
    return {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()


def _bound(loop: Loop, sends: list[Send]) -> set[str]:
    """The names that the loop binds anew each time; a history that it adds to is none of them."""
    history = {_history(send.statement) for send in sends}
    return {name for node in _own_nodes(loop) for name in _stores(node)} - history


def _in_inner_loop(code: Code, loop: Loop, send: Send) -> bool:
    inner = (a for a in code.ancestors(send.statement) if isinstance(a, (ast.For, ast.AsyncFor, ast.While)))
    return next(inner, None) is not loop


def _without_content(code: Code, send: Send) -> ast.Module:
    """The statement with a hole in the place of the content."""
    return ast.parse(send.text(code, "_"))


def _history(statement: ast.stmt) -> str | None:
    """The history that a statement adds to."""
    if isinstance(statement, ast.AugAssign):
        return ast.unparse(statement.target)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = ast.unparse(statement.targets[0]), statement.value
        first: ast.AST = value.left if isinstance(value, ast.BinOp) else value
        if isinstance(value, ast.List) and value.elts and isinstance(value.elts[0], ast.Starred):
            first = value.elts[0].value
        return target if ast.unparse(first) == target else None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        func = statement.value.func
        return ast.unparse(func.value) if isinstance(func, ast.Attribute) else None
    return None


def _turns(code: Code, loop: Loop, sends: list[Send], tail: list[ast.stmt]) -> list[ast.stmt] | str:
    """The statements that put the turn itself again into the history for each call: they go before the loop."""
    history = _history(sends[0].statement)
    bound = _bound(loop, sends)
    known = {send.statement for send in sends}
    turns = []
    for node in _own_nodes(loop):
        if not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) or ast.unparse(node) != history:
            continue
        statement = code.statement(node)
        if statement in known or any(code.within(statement, later) for later in tail):
            continue
        plain = _history(statement) == history and statement in loop.body and not names_in([statement]) & bound
        if not plain:
            return f"line {statement.lineno} uses the history inside the loop"
        turns.append(statement)
        known.add(statement)
    return turns


def _before(code: Code, loop: Loop, name: str, turns: list[ast.stmt]) -> Edit:
    """The new list, and the turn where it was sent for each call, above the loop and its comments."""
    indent = code.indent(loop)
    begin = Pruner(code, ()).above(code.line_start(code.start(loop)), indent)
    moved = [indent + layout.fitted(code, code.text(turn), turn, indent) + "\n" for turn in turns]
    return code.edit(begin, begin, "".join([*moved, f"{indent}{name} = []\n"]))


def _inside(code: Code, sends: list[Send], name: str) -> Iterator[Edit]:
    for send in sends:
        target = send.bound or send.named or send.statement
        items = send.items.elts
        node, call = (items[0], "append") if len(items) == 1 else (send.items, "extend")
        if isinstance(node, ast.Starred):
            node, call = node.value, "extend"
        before = f"{name}.{call}("
        text = layout.fitted(code, code.text(node), node, code.indent(target), before=before, after=")")
        yield code.replace(target, f"{before}{text})")
        rest = [s for s in (send.named, send.statement) if s is not None and s is not target]
        if rest:
            yield from Pruner(code, rest).edits()


def _behind(code: Code, loop: Loop, sends: list[Send], name: str, tail: list[ast.stmt], *, last_goes: bool) -> Edit:
    """The message behind the loop and what followed it, under a condition where the loop may collect nothing."""
    send, indent = sends[0], code.indent(loop)
    text = send.text(code, name)
    certain = is_never_empty(code, loop, loop.iter if _sends_always(loop.body, sends) else None)
    certain = certain and _sends_for_calls(loop.body, sends)
    inner = indent if certain else indent + code.unit
    lines = ("" if certain else f"{indent}if {name}:\n") + inner + layout.fitted(code, text, send.statement, inner)
    if tail:
        lines += "\n" + moved(code, tail, inner).removesuffix("\n")
    end = _past_comments(code, code.line_end(code.end(loop)), indent)
    if code.source[end - 1] not in "\r\n":
        return code.edit(end, end, lines if last_goes else "\n" + lines)
    return code.edit(end, end, lines + "\n")


def _past_comments(code: Code, end: int, indent: str) -> int:
    """The end of the comments that close the loop's body: they are deeper than the loop."""
    while end < len(code.source):
        line = code.line(code.lines.position(end)[0])
        if not (
            line.startswith(indent) and line[len(indent) :].startswith((" ", "\t")) and line.lstrip().startswith("#")
        ):
            break
        end = code.line_end(end)
    return end


def _sends_always(body: list[ast.stmt], sends: list[Send]) -> bool:
    """Whether running a block to its end, or leaving it, has sent a message; what leaves the function needs none."""
    for statement in body:
        if any(send.statement is statement for send in sends) or isinstance(statement, (ast.Raise, ast.Return)):
            return True
        ways = _ways(statement)
        if ways and all(_sends_always(way, sends) for way in ways):
            return True
        leaves = any(isinstance(node, (ast.Continue, ast.Break)) for node in ast.walk(statement))
        if leaves and not (isinstance(statement, ast.If) and _sends_always(statement.body, sends)):
            return False
    return False


def _ways(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of which a statement runs one to its end, where it always runs one."""
    if isinstance(statement, ast.If) and statement.orelse:
        return [statement.body, statement.orelse]
    if isinstance(statement, ast.Try):
        return [[*statement.body, *statement.orelse], *(handler.body for handler in statement.handlers)]
    return []


def _sends_for_calls(body: list[ast.stmt], sends: list[Send]) -> bool:
    """Whether every round sends a message that has a call, however the loop tells calls from other blocks."""
    rest = []
    for statement in body:
        if isinstance(statement, ast.If) and _tests_kind(statement):
            if _sends_always(statement.body, sends):
                return True
            if all(isinstance(inner, ast.Continue) for inner in statement.body):
                continue
        rest.append(statement)
    return _sends_always(rest, sends)


def _tests_kind(statement: ast.stmt) -> bool:
    """Whether a statement is an ``if`` on the kind of a block and nothing else."""
    if not isinstance(statement, ast.If) or not isinstance(statement.test, (ast.Compare, ast.Call)):
        return False
    text = ast.unparse(statement.test)
    return "type" in text or (text.startswith("isinstance(") and "Tool" in text)
