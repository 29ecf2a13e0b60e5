"""Messages that become one text: a list that a function makes, and gives away as a dump of it, is an export.

No request takes a dump of messages alone: what is sent is a whole body. Decided by structure: the list is of the
function's own, and nothing but the dump reads it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.index import Call, Scope, dotted
from flake8_toolloop.flow.sinks import MessageSink

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

DUMPS = frozenset({"dumps", "safe_dump"})
LOADS = frozenset({"loads", "load", "safe_load", "model_validate_json"})
GROWING = frozenset({"append", "extend", "insert"})
LISTS = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp, ast.Starred, ast.BinOp, ast.IfExp)
READING = frozenset({"len", "bool"})


def only_dumped(teller: Teller, sink: MessageSink) -> bool:
    """Whether all that a function does with a message is to return a text that tells of it."""
    place = teller.history_place(sink)
    if place is None:
        dumps = dumping(teller, sink.literal.node)
        found = [dumps] if dumps is not None else []
    else:
        found = dumps_of(teller, *place)
    return bool(found) and all(returned(teller, sink.scope, node) for node in found) and not loaded(teller, sink.scope)


def dumping(teller: Teller, node: ast.AST) -> ast.Call | None:
    """The dump of a list that an expression stands in, with nothing else around it: ``dumps([{...}])``."""
    parent = teller.index.parent(node)
    while isinstance(parent, LISTS):
        node, parent = parent, teller.index.parent(parent)
    if isinstance(parent, ast.Call) and parent.args[:1] == [node] and last_name(parent) in DUMPS:
        return parent
    return None


def last_name(call: ast.Call) -> str:
    return dotted(call.func).split(".")[-1]


def dumps_of(teller: Teller, scope: Scope, place: str) -> list[ast.Call]:
    """The dumps of a list of the function's own; none where anything else reads it."""
    if place not in scope.bindings or place in scope.params or not scope.is_function:
        return []
    found: list[ast.Call] = []
    for node in ast.walk(scope.node):
        if not (isinstance(node, ast.Name) and node.id == place and isinstance(node.ctx, ast.Load)):
            continue
        dumps = dumping(teller, node)
        if dumps is not None:
            found.append(dumps)
        elif not grows_or_counts(teller.index.parent(node)):
            return []
    return found


def grows_or_counts(parent: ast.AST | None) -> bool:
    """``out.append(...)``, ``len(out)``, ``if out:``: nothing that hands the list on."""
    if isinstance(parent, ast.Attribute):
        return parent.attr in GROWING
    if isinstance(parent, ast.Call):
        return last_name(parent) in READING
    return isinstance(parent, (ast.If, ast.While, ast.UnaryOp))


def returned(teller: Teller, scope: Scope, dumps: ast.Call) -> bool:
    """Whether the text is what the function returns, itself or by a name that is used for nothing else."""
    node: ast.AST = dumps
    parent = teller.index.parent(node)
    while isinstance(parent, (ast.BinOp, ast.JoinedStr, ast.FormattedValue, ast.IfExp)):
        node, parent = parent, teller.index.parent(parent)
    if isinstance(parent, ast.Return) or any(e.value is node for e in scope.returns):
        return True
    name = teller.sinks.bound_to(node)
    uses = [n for n in ast.walk(scope.node) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
    return bool(uses) and all(any(e.value is n for e in scope.returns) for n in uses)


def loaded(teller: Teller, scope: Scope) -> bool:
    """Whether the text may be read again: a call of the function is, or its class reads texts as well."""
    cls = scope.enclosing_class()
    readers = [c for name in LOADS for c in teller.index.calls_by_name.get(name, ())]
    if cls is not None and any(reader.where.scope.enclosing_class() is cls for reader in readers):
        return True
    sites = {id(site.node) for site in teller.sinks.sites(scope)}
    return any(reads(reader, sites) for reader in readers)


def reads(reader: Call, sites: set[int]) -> bool:
    return any(id(n) in sites for argument in reader.node.args for n in ast.walk(argument))
