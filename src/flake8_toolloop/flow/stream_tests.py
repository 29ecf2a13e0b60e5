"""What the names of a stream's reader stand for, and what its tests say about one event, three-valued."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from flake8_toolloop.dialects.base import Dialect, Events
from flake8_toolloop.flow.conditions import both, either
from flake8_toolloop.flow.index import CaseTest, Scope, dotted

Path = tuple[str, ...]
"""How a value was reached: the name that it starts from, and the fields since."""
MAX_DEPTH = 8
WHOLE = frozenset({"model_dump", "to_dict", "dict", "copy", "deepcopy", "model_copy", "cast", "vars", "asdict"})
"""Conversions after which all of an event, a delta or a block is still there."""


@dataclass(frozen=True)
class Assumed:
    """One event: its type, and its delta's type or its block's kind."""

    event: str
    delta: str | None = None
    block: str | None = None


@dataclass
class Roles:
    """What the names of one function stand for, in one calling context."""

    scope: Scope
    events: Events
    given: dict[str, Path] = field(default_factory=dict)
    """What the parameters stand for where the function is called with parts of an event."""
    captured: dict[str, Path] = field(default_factory=dict)
    """Names that patterns have taken out of an event."""
    judge: EventJudge | None = None
    """What is assumed, for the arms of conditional expressions."""
    known: dict[int, list[Path]] | None = None
    """Paths by the node's id, once no pattern captures names any more."""
    spend: Callable[[], None] | None = None
    """Counts steps against the budget of the query."""
    by_name: dict[tuple[str, int], list[Path]] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    """Names that are asked about just now: one that is made of itself starts there."""

    def paths(self, node: ast.AST | None, depth: int = 0) -> list[Path]:
        """How an expression reaches its value; several where the name has several definitions."""
        if node is None or depth > MAX_DEPTH:
            return []
        if self.known is None or depth:
            return self._paths(node, depth)
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = self._paths(node, depth)
        return found

    def _paths(self, node: ast.AST, depth: int) -> list[Path]:
        if isinstance(node, ast.Name):
            return self.of_name(node.id, depth)
        access = accessed(node)
        if access is not None:
            return [(*path, access[1]) for path in self.paths(access[0], depth + 1)]
        if isinstance(node, (ast.Await, ast.NamedExpr)):
            return self.paths(node.value, depth + 1)
        if isinstance(node, ast.BoolOp):
            return [p for v in node.values for p in self.paths(v, depth + 1)]
        if isinstance(node, ast.IfExp):
            return [p for arm in self.arms(node) for p in self.paths(arm, depth + 1)]
        if isinstance(node, ast.Call):
            return self.converted(node, depth)
        return []

    def arms(self, node: ast.IfExp) -> list[ast.expr]:
        """The arms of a conditional expression that may be its value."""
        verdict = self.judge.test(node.test) if self.judge is not None else None
        return [arm for arm, holds in ((node.body, True), (node.orelse, False)) if verdict is None or verdict is holds]

    def walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes of one that runs, without arms that are not taken."""
        todo = [node]
        while todo:
            at = todo.pop()
            yield at
            todo.extend(reversed(self.arms(at) if isinstance(at, ast.IfExp) else list(ast.iter_child_nodes(at))))

    def converted(self, node: ast.Call, depth: int) -> list[Path]:
        """The same thing in another form."""
        name = dotted(node.func).split(".")[-1]
        if name not in WHOLE:
            return []
        if node.args:
            return self.paths(node.args[-1], depth + 1)
        return self.paths(node.func.value, depth + 1) if isinstance(node.func, ast.Attribute) else []

    def of_name(self, name: str, depth: int) -> list[Path]:
        if name in self.captured:
            return [self.captured[name]]
        if name in self.open:
            return [self.given.get(name, (name,))]
        key = (name, len(self.captured))
        if key in self.by_name:
            return self.by_name[key]
        outermost = not self.open
        self.open.add(name)
        found: list[Path] = []
        for binding in self.scope.bindings.get(name, ()):
            if self.spend is not None:
                self.spend()
            if binding.kind == "assign" and not binding.path and isinstance(binding.value, ast.expr):
                found += self.paths(binding.value, depth + 1)
        self.open.discard(name)
        if name in self.given:
            found.append(self.given[name])
        paths = list(dict.fromkeys(found)) or [(name,)]
        if outermost:  # what a name being asked about cut short is not the answer
            self.by_name[key] = paths
        return paths

    def role(self, node: ast.AST | None, deltas: frozenset[Path] = frozenset()) -> str | None:
        """``delta`` or ``block`` for a value that is one, by the field it was taken from."""
        for path in self.paths(node):
            if path[-1] == self.events.delta or path in deltas:
                return "delta"
            if path[-1] == self.events.block:
                return "block"
        return None


def accessed(node: ast.AST) -> tuple[ast.expr, str] | None:
    """The owner and the field of ``x.f``, ``x["f"]``, ``x.get("f")``, ``getattr(x, "f")``, ``helper(x, "f")``."""
    if isinstance(node, ast.Attribute):
        return node.value, node.attr
    if isinstance(node, ast.Subscript):
        return (node.value, node.slice.value) if _is_text(node.slice) else None  # type: ignore[attr-defined]
    if not isinstance(node, ast.Call) or not node.args:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop") and _is_text(node.args[0]):
        return node.func.value, node.args[0].value  # type: ignore[attr-defined]
    if len(node.args) in (2, 3) and _is_text(node.args[1]) and isinstance(node.func, (ast.Name, ast.Attribute)):
        name = dotted(node.func).split(".")[-1]
        if name not in ("hasattr", "setattr", "isinstance", "append"):
            return node.args[0], node.args[1].value  # type: ignore[attr-defined]
    return None


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class EventJudge:
    """Judges tests under the assumption that one event comes in."""

    def __init__(
        self, dialect: Dialect, roles: Roles, assumed: Assumed, constant: Callable[[ast.expr], object]
    ) -> None:
        assert dialect.events is not None
        self.dialect = dialect
        self.events = dialect.events
        self.roles = roles
        self.assumed = assumed
        self.constant = constant
        roles.judge = self
        self.delta_names = frozenset(d.name for d in self.events.deltas)
        self.event_names = frozenset(
            (self.events.start, self.events.piece, self.events.stop, self.events.end, *self.events.others)
        )

    def test(self, node: ast.expr | CaseTest) -> bool | None:
        if isinstance(node, CaseTest):
            fits = self.pattern(node.pattern, node.subject)
            return both([fits, self.test(node.guard)]) if node.guard is not None else fits
        if isinstance(node, ast.BoolOp):
            values = [self.test(v) for v in node.values]
            return both(values) if isinstance(node.op, ast.And) else either(values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            verdict = self.test(node.operand)
            return None if verdict is None else not verdict
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        return self.present(node)

    def compare(self, node: ast.Compare) -> bool | None:
        if len(node.ops) != 1:
            return None
        op, right = node.ops[0], node.comparators[0]
        if isinstance(op, (ast.Eq, ast.NotEq)):
            verdict = self.is_type(node.left, [self.constant(right)])
            return verdict if verdict is None or isinstance(op, ast.Eq) else not verdict
        if isinstance(op, (ast.In, ast.NotIn)):
            if _is_text(node.left):
                verdict = self.has(right, str(self.constant(node.left)))
            else:
                values = self.constant(right)
                verdict = self.is_type(node.left, list(values)) if isinstance(values, (tuple, list, set)) else None
            return verdict if verdict is None or isinstance(op, ast.In) else not verdict
        return None

    def is_type(self, subject: ast.expr, values: list[object]) -> bool | None:
        """Whether a type is one of these; whose type it is says the field, or else the words that only it has."""
        role = self.subject(subject)
        if role is None:
            named = [v for v in values if isinstance(v, str)]
            if values and len(named) == len(values):
                role = "delta" if self.delta_names.issuperset(named) else None
                role = "event" if self.event_names.issuperset(named) else role
        if role == "delta":
            return self.assumed.delta in values if self.assumed.event == self.events.piece else None
        if role == "block":
            return self.assumed.block in values if self.assumed.block is not None else None
        if role == "event" and any(v in self.event_names for v in values):
            return self.assumed.event in values
        if role == "event" and self.assumed.event in self.event_names:
            helpers = {d.helper for d in self.events.deltas}
            return False if values and all(v in helpers for v in values) else None
        return None

    def subject(self, node: ast.expr) -> str | None:
        """Whose type an expression is: an event's, a delta's or a block's."""
        for path in self.roles.paths(node):
            if path[-1] != "type":
                continue
            owner = path[-2] if len(path) > 1 else ""
            if owner == self.events.delta:
                return "delta"
            if owner == self.events.block:
                return "block"
            if path[:-1] in self.roots():
                return "event"
        return None

    def roots(self) -> set[Path]:
        """What events are reached by: whatever a delta or a block is taken from."""
        return getattr(self, "_roots", set())

    def know_roots(self, roots: set[Path]) -> None:
        self._roots = roots

    def call(self, node: ast.Call) -> bool | None:
        name = dotted(node.func).split(".")[-1]
        if name == "isinstance" and len(node.args) == 2:
            return self.instance(node.args[0], node.args[1])
        if name == "hasattr" and len(node.args) == 2 and _is_text(node.args[1]):
            return self.has(node.args[0], str(self.constant(node.args[1])))
        return self.present(node)

    def instance(self, subject: ast.expr, classes: ast.expr) -> bool | None:
        listed = classes.elts if isinstance(classes, (ast.Tuple, ast.List)) else [classes]
        if isinstance(classes, ast.BinOp):
            listed = [classes.left, classes.right]
        return either([self.of_class(subject, dotted(c).split(".")[-1]) for c in listed])

    def of_class(self, subject: ast.expr | None, name: str) -> bool | None:
        del subject  # the classes tell by themselves what they are of
        if name in self.events.classes:
            return self.assumed.event == self.events.classes[name]
        for delta in self.events.deltas:
            if name in delta.classes:
                return self.assumed.delta == delta.name if self.assumed.event == self.events.piece else None
        kind = self.dialect.kind_of_class(name)
        if kind is not None and self.assumed.block is not None:
            return self.assumed.block == kind.name
        return None

    def has(self, owner: ast.expr, name: str) -> bool | None:
        """Whether a delta or an event has a field that only some have."""
        role = self.roles.role(owner)
        if role == "delta" and self.assumed.delta is not None:
            return any(d.name == self.assumed.delta and d.field == name for d in self.events.deltas)
        if role is None and name == self.events.delta and any(p in self.roots() for p in self.roles.paths(owner)):
            return self.assumed.event in (self.events.piece, "message_delta")
        return None

    def present(self, node: ast.expr) -> bool | None:
        """A truthiness test: of a field that the delta does not have."""
        access = accessed(node)
        if access is not None and self.roles.role(access[0]) == "delta" and self.assumed.delta is not None:
            known = self.events.named(self.assumed.delta)
            if known is None or (known.field != access[1] and access[1] != "type"):
                return False
        return None

    def pattern(self, pattern: ast.pattern, subject: ast.expr | None) -> bool | None:
        """Whether the event fits a pattern."""
        if isinstance(pattern, ast.MatchValue):
            return self.is_type(subject, [self.constant(pattern.value)]) if subject is not None else None
        if isinstance(pattern, ast.MatchOr):
            return either([self.pattern(p, subject) for p in pattern.patterns])
        if isinstance(pattern, ast.MatchAs):
            return True if pattern.pattern is None else self.pattern(pattern.pattern, subject)
        if isinstance(pattern, ast.MatchClass):
            inner = zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=False)
            fits = [self.of_class(subject, dotted(pattern.cls).split(".")[-1])]
            return both([*fits, *(self.member(subject, n, p) for n, p in inner)])
        if isinstance(pattern, ast.MatchMapping):
            keyed = [(k.value, p) for k, p in zip(pattern.keys, pattern.patterns, strict=False) if _is_text(k)]  # type: ignore[attr-defined]
            return both([self.member(subject, n, p) for n, p in keyed])
        if isinstance(pattern, ast.MatchSequence) and isinstance(subject, (ast.Tuple, ast.List)):
            pairs = zip(pattern.patterns, subject.elts, strict=False)
            return both([self.pattern(p, e) for p, e in pairs])
        return None

    def member(self, subject: ast.expr | None, name: str, pattern: ast.pattern) -> bool | None:
        """Whether a field of the subject fits."""
        if subject is None:
            return None
        inner = ast.Attribute(subject, name, ast.Load())
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                for path in self.roles.paths(inner):
                    self.roles.captured[pattern.name] = path
            has = self.has(subject, name)
            return has is not False
        return self.pattern(pattern, inner)
