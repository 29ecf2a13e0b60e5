"""Which functions may hold a response of a model at all: a question of names, asked before any value is followed.

Most functions of a file with a tool loop make no request and know nobody who does. Values are followed only in those
where a name leads to a request.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.index import Call, Index, Scope, dotted

RAW = frozenset({"post", "request", "stream", "Request", "urlopen"})
"""Calls that are requests where their address says so."""


class Requests:
    """The requests of one file by their names, and the functions that lead to one."""

    def __init__(self, index: Index, dialects: tuple[Dialect, ...], model_calls: frozenset[str]) -> None:
        self.index = index
        self.dialects = dialects
        self.model_calls = model_calls
        self.addressed = any(s.split("?")[0].endswith(d.urls) for s in index.strings for d in dialects)
        self.endings = tuple(ending for d in dialects for ending in (*d.calls, *d.streams))
        self.methods = [pair for d in dialects for pair in d.methods]
        self.functions = frozenset(name for d in dialects for name in d.functions)
        self._spelled: dict[int, bool] = {}
        self.mentioned: dict[int, frozenset[str]] = {}
        self.held: dict[frozenset[str], frozenset[int]] = {}
        self.known: dict[int, bool] = {}
        calls = [call for calls in index.calls_by_name.values() for call in calls if self.spelled(call)]
        self.nodes = {id(call.node) for call in calls}
        self.makers = {id(s) for call in calls for s in _functions_around(call.where.scope)}
        """The functions that make a request, or that have one in them that does."""
        self.everywhere = any(not any(_functions_around(call.where.scope)) for call in calls)
        """A request outside of functions: what it gives may be seen everywhere."""
        self.leading = self._leading() if self.makers else frozenset()

    def spelled(self, call: Call) -> bool:
        """Whether a call is spelled like a request; what its arguments say is not looked at."""
        known = self._spelled.get(id(call.node))
        if known is None:
            known = self._spelled[id(call.node)] = self._is_spelled(call)
        return known

    def _is_spelled(self, call: Call) -> bool:
        if call.name in RAW and self.addressed:
            return True
        if call.name in self.model_calls or call.name in ("invoke_model", "get_final_message", "get_final_completion"):
            return True
        name = dotted(call.node.func)
        if name.endswith(self.endings):
            return True
        if any(module in self.index.modules for module, method in self.methods if call.name == method):
            return True
        first, _, rest = name.partition(".")
        full = self.index.imports.get(first, first)
        return (f"{full}.{rest}" if rest else full) in self.functions

    def may_reach(self, scope: Scope) -> bool:
        """Whether a value in a function may come from a request: it, what it uses, or what is around it makes one."""
        if self.everywhere or not self.makers:
            return self.everywhere
        known = self.known.get(id(scope))
        if known is None:
            functions = list(_functions_around(scope)) or [scope]
            known = any(id(s) in self.makers or not self.leading.isdisjoint(self.mentions(s)) for s in functions)
            self.known[id(scope)] = known
        return known

    def may_give(self, call: Call) -> bool:
        """Whether a call may give a response: a name in it leads to a request, or a request stands in it."""
        if self.everywhere or not self.leading.isdisjoint(_identifiers(call.node)):
            return True
        return any(id(node) in self.nodes for node in ast.walk(call.node))

    def holding(self, words: frozenset[str]) -> frozenset[int]:
        """The functions in whose values something of such a name may be: they mention one, or what leads there."""
        if words not in self.held:
            functions = [(s, self.mentions(s) | self.strings(s)) for s in self.index.functions]
            own = {id(s) for s, mentioned in functions if not words.isdisjoint(mentioned)}
            leading = self._grown({s.name for s, _ in functions if id(s) in own and s.kind == "function"}, words)
            self.held[words] = frozenset(id(s) for s, m in functions if id(s) in own or not leading.isdisjoint(m))
        return self.held[words]

    def strings(self, scope: Scope) -> frozenset[str]:
        """All strings in a function."""
        constants = self.index.nodes.within(scope.node, ast.Constant)
        return frozenset(c.value for c in constants if isinstance(c.value, str))

    def _leading(self) -> frozenset[str]:
        """The names through which a request is made: functions that do or mention such a name, and their holders."""
        return self._grown({s.name for s in self.index.functions if s.kind == "function" and id(s) in self.makers})

    def _grown(self, leading: set[str], words: frozenset[str] = frozenset()) -> frozenset[str]:
        """Names with all functions and assigned names that mention one of them (or a word), and so on."""
        functions = [s for s in self.index.functions if s.kind == "function"]
        left = [(s.name, self.mentions(s)) for s in functions if s.name not in leading]
        for holder in (self.index.module, *self.index.classes.values()):
            left.extend(_assigned(holder))
        reached: frozenset[str] | set[str] = leading | words
        grown = True
        while grown:
            found = {name for name, names in left if not reached.isdisjoint(names)}
            left = [(name, names) for name, names in left if name not in found]
            grown = not found <= reached
            reached = reached | found
        return frozenset(reached - words)

    def mentions(self, scope: Scope) -> frozenset[str]:
        """All names and attributes in a function, those of the functions in it included."""
        if id(scope) not in self.mentioned:
            nodes = self.index.nodes
            names = frozenset(n.id for n in nodes.within(scope.node, ast.Name))
            self.mentioned[id(scope)] = names.union(n.attr for n in nodes.within(scope.node, ast.Attribute))
        return self.mentioned[id(scope)]


def _functions_around(scope: Scope) -> Iterator[Scope]:
    """The function and those around it."""
    at: Scope | None = scope
    while at is not None:
        if at.is_function:
            yield at
        at = at.parent


def _identifiers(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr


def _assigned(scope: Scope) -> Iterator[tuple[str, frozenset[str]]]:
    """The names that get a value in a module or class, with the names that the value mentions."""
    for place, bindings in scope.bindings.items():
        for binding in bindings:
            if binding.kind in ("assign", "with", "for") and binding.value is not None:
                yield place.rpartition(".")[2], frozenset(_identifiers(binding.value))
