"""From a message for each result to the statement that may join it with the results before it, or to why not."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.joined import Gather, Join, Words
from flake8_toolloop.fixes.layout import quote_of
from flake8_toolloop.fixes.lists import all_dicts, is_dict, unlike_list
from flake8_toolloop.fixes.reach import is_plain, requests_of
from flake8_toolloop.flow.index import dotted, exclusive, place_of
from flake8_toolloop.flow.sinks import fields_of
from flake8_toolloop.flow.values import Const, Record, options

if TYPE_CHECKING:
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.flow.index import Scope
    from flake8_toolloop.flow.sinks import MessageSink
    from flake8_toolloop.flow.story import Answered
    from flake8_toolloop.flow.values import Value

_ONE_BY_ONE = "{} one message at a time: who collects them has to join neighbours that hold results"
_COMPREHENSION = "the messages are made one by one in a comprehension: neighbours that hold results have to be joined"
_UNSEEN = "how the message gets into the history is not followed"
_OWN = "`{}` is a class of your own: what joins the results of two of its messages is for you to say"


def join_of(reach: Reach, event: Answered) -> Join | Gather | str:
    """The statement that puts a message with one result at the end of a history; or why it cannot join neighbours."""
    sink = next((s for s in reach.teller.message_sinks if s.literal.node is event.message_node), None)
    if sink is None:
        return _UNSEEN
    problem = _own_message(reach, sink) or _more_than_content(reach, sink)
    join = problem or _entered(reach, event, sink)
    if isinstance(join, (str, Gather)):
        return join
    problem = _between(reach, event, join) or unlike_list(reach, join.history)
    return problem or replace(join, words=_words(reach, sink.literal.node))


# The message


def _own_message(reach: Reach, sink: MessageSink) -> str | None:
    node = sink.literal.node
    value = reach.value(node, sink.where)
    return None if isinstance(value, Record) and is_dict(reach, value) else _OWN.format(_class_of(node))


def _class_of(node: ast.expr) -> str:
    return dotted(node.func) if isinstance(node, ast.Call) else "dict"


def _more_than_content(reach: Reach, sink: MessageSink) -> str | None:
    """Whether the message says more than its role and content: that would be lost where it joins another."""
    node, known = sink.literal.node, {"role", reach.teller.dialect.content_field}
    if isinstance(node, ast.Dict) and None in node.keys:
        return "more is spread into the message: it would be lost where it joins another"
    more = sorted(set(fields_of(node)) - known)
    return f"the message also has `{more[0]}`, which would be lost where it joins another" if more else None


# How it gets into the history


def _entered(reach: Reach, event: Answered, sink: MessageSink) -> Join | Gather | str:
    """The statement that puts the message into the history: its own, or the one that puts a helper's message there."""
    code, node = reach.code, sink.literal.node
    name = sink.place
    load = _only_load(reach, node, name) if name is not None else node
    if load is None:
        return f"`{name}` is used more than once"
    around = code.parents[load]
    if isinstance(around, ast.Return):
        return _of_helper(reach, event, sink.scope)
    if isinstance(around, (ast.Yield, ast.YieldFrom)):
        return _ONE_BY_ONE.format(f"{sink.scope.name}() yields")
    if isinstance(around, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
        return _gathered(reach, sink, around)
    join = _put_by(reach, load)
    if isinstance(join, str) or load is not node:
        return join
    content = sink.content
    if not isinstance(content, (ast.List, ast.Name)):
        return "the content is put together in a way that is not followed"
    if isinstance(content, ast.List) and (len(content.elts) != 1 or isinstance(content.elts[0], ast.Starred)):
        return "the content holds more than one result"
    if isinstance(content, ast.Name) and _used_behind(reach, content):
        return f"`{content.id}` is used more than once"
    return replace(join, content=content)


def _gathered(reach: Reach, sink: MessageSink, made: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Gather | str:
    """The statement that puts what a comprehension over calls makes into a history."""
    content = sink.content
    if not isinstance(made, ast.ListComp) or over_messages(reach, made.generators[0].target, made):
        return _COMPREHENSION
    if made.elt is not sink.literal.node or not isinstance(content, ast.List) or len(content.elts) != 1:
        return _COMPREHENSION
    statement, around = reach.code.statement(made), reach.code.parents[made]
    if isinstance(statement, ast.AugAssign) and statement.value is made and isinstance(statement.op, ast.Add):
        return Gather(statement, statement.target, made, content)
    if isinstance(statement, ast.Expr) and statement.value is around and isinstance(around, ast.Call):
        func = around.func
        if isinstance(func, ast.Attribute) and func.attr == "extend" and len(around.args) == 1:
            return Gather(statement, func.value, made, content)
    return _COMPREHENSION


def over_messages(reach: Reach, target: ast.expr, loop: ast.AST) -> bool:
    """Whether what a loop goes through has a role: messages of a history, not the calls of one turn."""
    names = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return any(_reads_role(node, names) or _tested_class(reach, node, names) for node in ast.walk(loop))


def _reads_role(node: ast.AST, names: set[str]) -> bool:
    """``message.role``, ``message["role"]``, ``message.get("role")``."""
    named: object = None
    if isinstance(node, ast.Attribute):
        named = node.attr
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        named = node.slice.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        named = getattr(node.args[0], "value", None)
    return named == "role" and any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


def _tested_class(reach: Reach, node: ast.AST, names: set[str]) -> bool:
    """``isinstance(message, ToolMessage)``."""
    if not isinstance(node, ast.Call) or reach.code.text(node.func) != "isinstance" or len(node.args) != 2:
        return False
    return (
        isinstance(node.args[0], ast.Name) and node.args[0].id in names and "Message" in reach.code.text(node.args[1])
    )


def _only_load(reach: Reach, node: ast.expr, name: str) -> ast.Name | None:
    """The one use of a name behind the statement that binds it: another one might keep what is added to later."""
    statement = reach.code.statement(node)
    block = reach.code.block(statement)
    behind = block[block.index(statement) + 1 :]
    loads = [load for load in reach.code.names(node).loads[name] if any(reach.code.within(load, s) for s in behind)]
    return loads[0] if len(loads) == 1 else None


def _used_behind(reach: Reach, content: ast.Name) -> bool:
    """Whether a list of results is used again behind the statement that sends it: there it would grow later."""
    statement = reach.code.statement(content)
    block = reach.code.block(statement)
    behind = block[block.index(statement) + 1 :]
    return any(isinstance(n, ast.Name) and n.id == content.id for s in behind for n in ast.walk(s))


def _of_helper(reach: Reach, event: Answered, scope: Scope) -> Join | str:
    """The statement that puts what a helper makes into the history, where that is always a message with results."""
    sites = [call.node for call in reach.teller.sinks.sites(scope)]
    inside = [call for call in sites if event.loop_node is None or reach.code.within(call, event.loop_node)]
    named = f"{scope.name}() makes"
    if len(inside) != 1 or any(isinstance(a, _COMPREHENSIONS) for a in reach.code.ancestors(inside[0])):
        return _ONE_BY_ONE.format(named)
    if not all(_holds_results(reach, exit_.value) for exit_ in scope.returns):
        return _ONE_BY_ONE.format(named)
    message: ast.expr = inside[0]
    around = reach.code.parents[message]
    if isinstance(around, ast.Await):
        message, around = around, reach.code.parents[around]
    if isinstance(around, ast.Assign) and len(around.targets) == 1 and isinstance(around.targets[0], ast.Name):
        name = around.targets[0].id
        found = _only_load(reach, message, name)
        if found is None:
            return f"`{name}` is used more than once"
        message = found
    return _put_by(reach, message)


_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def _holds_results(reach: Reach, node: ast.expr | None) -> bool:
    """Whether what a function returns is always a message of the user's with results."""
    where = reach.where(node) if node is not None else None
    if node is None or where is None:
        return False
    found = [option.value for option in options(reach.value(node, where))]
    dialect = reach.teller.dialect
    return all(
        isinstance(value, Record)
        and is_dict(reach, value)
        and _is(value.get("role"), dialect.user)
        and _all_results(reach, value.get(dialect.content_field))
        for value in found
    ) and bool(found)


def _is(value: Value | None, wanted: str) -> bool:
    return isinstance(value, Const) and value.value == wanted


def _all_results(reach: Reach, content: Value | None) -> bool:
    parts = reach.prov.parts(content) if content is not None else ()
    found = [option.value for part in parts for option in options(part.value)]
    return bool(found) and all(isinstance(v, Record) and v.has(reach.teller.dialect.result_id) for v in found)


def _put_by(reach: Reach, message: ast.expr) -> Join | str:
    """``history.append(message)``, ``history.extend([message])``, ``history += [message]``."""
    around = reach.code.parents[message]
    method = "append"
    if isinstance(around, ast.List) and len(around.elts) == 1:
        around, method = reach.code.parents[around], "extend"
    statement = reach.code.statement(message)
    owner: ast.expr | None = None
    if isinstance(statement, ast.Expr) and statement.value is around and isinstance(around, ast.Call):
        func = around.func
        single = len(around.args) == 1 and not around.keywords
        owner = func.value if single and isinstance(func, ast.Attribute) and func.attr == method else None
    elif isinstance(statement, ast.AugAssign) and around is statement and method == "extend":
        owner = statement.target
    if owner is None or not isinstance(statement, (ast.Expr, ast.AugAssign)) or not _is_place(owner):
        return _UNSEEN
    return Join(statement, owner, message, plain=all_dicts(reach, owner))


def _is_place(node: ast.expr) -> bool:
    return place_of(node) is not None and (is_plain(node) or isinstance(getattr(node, "ctx", None), ast.Store))


def _words(reach: Reach, node: ast.expr) -> Words:
    """The words of the wire, quoted as the message quotes them."""
    dialect = reach.teller.dialect
    keys = [k for k in node.keys if isinstance(k, ast.Constant)] if isinstance(node, ast.Dict) else []
    written = {k.value: reach.code.text(k) for k in keys}
    quote = quote_of(reach.code, node)

    def quoted(word: str) -> str:
        return written.get(word, f"{quote}{word}{quote}")

    return Words(*(quoted(w) for w in ("role", dialect.user, dialect.content_field, "type", dialect.result)))


# What else the loop does


def _between(reach: Reach, event: Answered, join: Join) -> str | None:
    """What the same round puts before the result: then the message before it never holds results."""
    loop, where = event.loop_node, reach.where(join.statement)
    if loop is None or where is None:
        return None
    place = place_of(join.history)
    for sink in reach.teller.message_sinks:
        node = sink.literal.node
        together = reach.code.within(node, loop) and not exclusive(sink.where.frame, where.frame)
        if sink.role == reach.teller.dialect.assistant and together and sink.scope is where.scope:
            at = reach.teller.history_place(sink)
            if at is not None and at[1] == place:
                return f"line {node.lineno} puts an assistant message between the results"
    if any(reach.code.within(request, loop) for request in requests_of(reach, where.scope)):
        return "the loop over the calls sends a request itself"
    return None
