"""Results that a function gathers and hands back: what it leaves out, its caller sends on as all there is.

Only where the caller puts what it gets into a message as it is, fills nothing in, and its history lives on.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Scope, Where, exclusive
from flake8_toolloop.flow.lingering import all_given_away, begun_anew, own_copy, short_lived, shortened
from flake8_toolloop.flow.sinks import MessageSink

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def short(teller: Teller, scope: Scope, node: ast.AST | None, left: Where) -> bool:
    """Whether leaving the loop at a place hands a list with too few results to a caller that sends it."""
    if any(m.scope is scope for m in teller.message_sinks) or not gives_list(scope, node, left):
        return False
    return any(sent_short(teller, call.where.scope, call.node) for call in teller.sinks.sites(scope))


def gives_list(scope: Scope, node: ast.AST | None, left: Where) -> bool:
    """Whether the function returns the list that it has filled so far, by its name alone and with nothing beside it."""
    if isinstance(node, ast.Return):
        ends = [node.value]
    else:
        ends = [
            e.value for e in scope.returns if e.where.order > left.order and not exclusive(e.where.frame, left.frame)
        ]
    return bool(ends) and all(isinstance(e, ast.Name) and e.id in scope.mutations for e in ends)


def sent_short(teller: Teller, caller: Scope, call: ast.Call) -> bool:
    """Whether a caller makes a message of what it gets, for a history that somebody holds afterwards."""
    if any(b.scope is caller and b.kind == teller.dialect.result for b in teller.block_sinks):
        return False  # what is missing may be filled in there
    return any(
        message.role == teller.dialect.user
        and message.scope is caller
        and holds(message, call)
        and kept(teller, message)
        for message in teller.message_sinks
    )


def holds(message: MessageSink, call: ast.Call) -> bool:
    """Whether the content is the call, or the one name that its value gets and that nothing changes."""
    content = message.content
    if isinstance(content, ast.Name):
        bindings = message.scope.bindings.get(content.id, [])
        if len(bindings) != 1 or bindings[0].path or message.scope.mutations.get(content.id):
            return False
        content = bindings[0].value  # type: ignore[assignment]
    return (content.value if isinstance(content, ast.Await) else content) is call


def kept(teller: Teller, message: MessageSink) -> bool:
    """Whether the history that gets the message has the turn, is sent, and outlives the function."""
    place = teller.history_place(message)
    if place is None or shortened(*place):
        return False
    scope, name = place
    root = name.split(".", maxsplit=1)[0]
    if root != scope.self_name() and root not in scope.params:
        return False
    if short_lived(teller, scope, root) or begun_anew(teller, scope, name, message.where):
        return False
    if name == root and (own_copy(scope, root, message.where) or all_given_away(teller, scope, root)):
        return False
    node = teller.histories.node(scope, name)
    turns = [m for m in teller.message_sinks if m.role == teller.dialect.assistant]
    return teller.histories.is_sent(node) and any(
        teller.histories.node(*taken) == node for m in turns if (taken := teller.history_place(m)) is not None
    )
