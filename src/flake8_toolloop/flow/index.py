"""One pass over a module: scopes, definitions and mutations per place, conditions, loops, calls, message-like literals.

Everything later reads this index; nothing walks the tree again, and nothing is ever written to it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Union

from flake8_toolloop.flow.nodes import Nodes

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ForNode = ast.For | ast.AsyncFor
Test = Union[ast.expr, "CaseTest"]

MUTATORS = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "appendleft", "popleft", "add",
     "update", "setdefault"}
)  # fmt: skip
MAX_NESTING = 200
"""Expressions inside one another; what stands deeper is unknown to all that ask. Far below the interpreter's limit."""
MAX_FRAMES = 300
"""Blocks inside one another after which early exits add no further ones: each would make every query longer."""
EXITS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, eq=False, repr=False)
class CaseTest:
    """A match case as a condition: the subject fits the pattern (and the guard holds)."""

    subject: ast.expr
    pattern: ast.pattern
    guard: ast.expr | None


@dataclass(frozen=True, eq=False, repr=False)
class Frame:
    """One block on the way from a scope's body to a statement.

    ``kind`` is ``if``, ``for``, ``while``, ``try``, ``with``, ``match``, ``comp``, ``after`` (what follows an early
    exit in the same block) or ``holds`` (what follows an assertion). ``branch`` tells exclusive blocks of one statement
    apart. ``tests`` hold inside, each with the polarity in which it holds.
    """

    parent: Frame | None
    kind: str
    node: ast.AST
    branch: str
    tests: tuple[tuple[Test, bool], ...] = ()
    depth: int = 0

    def chain(self) -> list[Frame]:
        """The frames from the outermost to this one."""
        out: list[Frame] = []
        at: Frame | None = self
        while at is not None:
            out.append(at)
            at = at.parent
        out.reverse()
        return out

    @cached_property
    def loop(self) -> Frame | None:
        """The innermost loop over elements that this one is, or that it stands in."""
        at: Frame | None = self
        while at is not None and at.kind not in ("for", "comp"):
            at = at.parent
        return at

    @cached_property
    def shallow_chain(self) -> list[Frame]:
        """The same, kept: only for frames that are not deep, where all chains are short. Not to be changed."""
        return self.chain()


_BRANCHING = frozenset({"if", "match", "after"})
_SHALLOW = 60


def chain_of(frame: Frame | None) -> list[Frame]:
    if frame is None:
        return []
    return frame.shallow_chain if frame.depth <= _SHALLOW else frame.chain()


def beyond(frame: Frame | None, outer: Frame | None) -> list[Frame]:
    """The frames of ``frame`` that do not also enclose ``outer``: what holds there beyond what holds at ``outer``."""
    if frame is outer or frame is None:
        return []
    return list(chain_of(frame)) if outer is None else _apart(frame, outer)[0]


def shared(a: Frame | None, b: Frame | None) -> list[Frame]:
    """The frames that enclose both."""
    while a is not b:
        above = (a.depth if a is not None else 0) - (b.depth if b is not None else 0)
        if above >= 0 and a is not None:
            a = a.parent
        if above <= 0 and b is not None:
            b = b.parent
    return chain_of(a)


def exclusive(a: Frame | None, b: Frame | None) -> bool:
    """Whether two blocks can never both run in one pass (two branches of one statement)."""
    if a is None or b is None or a is b:
        return False
    mine, others = _apart(a, b)
    sides = {id(f.node): f.branch for f in mine if f.kind in _BRANCHING}
    return bool(sides) and any(f.kind in _BRANCHING and sides.get(id(f.node), f.branch) != f.branch for f in others)


def _apart(a: Frame | None, b: Frame | None) -> tuple[list[Frame], list[Frame]]:
    """The frames of two blocks below the innermost that encloses both, each from the outermost."""
    mine: list[Frame] = []
    others: list[Frame] = []
    while a is not b:
        above = (a.depth if a is not None else 0) - (b.depth if b is not None else 0)
        if above >= 0:
            assert a is not None
            mine.append(a)
            a = a.parent
        if above <= 0:
            assert b is not None
            others.append(b)
            b = b.parent
    mine.reverse()
    others.reverse()
    return mine, others


@dataclass(frozen=True, eq=False, repr=False)
class Where:
    """Where a node stands: its scope, block, order in the scope and statement."""

    scope: Scope
    frame: Frame | None
    order: int
    statement: ast.stmt | None


@dataclass(eq=False, repr=False)
class Binding:
    """A place gets a value. ``path`` unpacks it: ``0``, ``1``, ``*`` for the starred rest, ``-1`` for the last."""

    place: str
    kind: str  # assign, for, with, comp, param, import, def, class, except, capture, declared
    value: ast.AST | None
    where: Where
    path: tuple[str, ...] = ()
    node: ast.AST | None = None
    module: str = ""


@dataclass(eq=False, repr=False)
class Mutation:
    """A place is changed: a mutating method, ``+=``, an item or attribute assignment, ``del``."""

    place: str
    op: str  # append, extend, insert, pop, remove, clear, sort, reverse, set, del, iadd, slice
    args: tuple[ast.expr, ...]
    where: Where
    node: ast.AST
    key: str | None = None


@dataclass(eq=False, repr=False)
class Exit:
    """A return or a yield with its value."""

    value: ast.expr | None
    where: Where
    node: ast.AST


@dataclass(eq=False, repr=False)
class Call:
    """A call and where it stands; ``name`` is the last part of what is called."""

    node: ast.Call
    where: Where
    name: str


@dataclass(eq=False, repr=False)
class Literal:
    """A dict literal, or a call with keywords, that may be a message or a block; or what is handed on as a message."""

    node: ast.expr
    where: Where
    keys: frozenset[str]


@dataclass(eq=False, repr=False)
class Scope:
    """A module, class, function or lambda."""

    kind: str
    node: ast.AST
    name: str
    parent: Scope | None
    file: Index
    at: Where | None = None
    params: dict[str, ast.arg] = field(default_factory=dict)
    positional: list[str] = field(default_factory=list)
    defaults: dict[str, ast.expr] = field(default_factory=dict)
    vararg: str | None = None
    kwarg: str | None = None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    mutations: dict[str, list[Mutation]] = field(default_factory=dict)
    returns: list[Exit] = field(default_factory=list)
    yields: list[Exit] = field(default_factory=list)
    outer_names: set[str] = field(default_factory=set)
    children: list[Scope] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    loops: list[tuple[ForNode | ast.While, Where]] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    exits: list[tuple[ast.stmt, Where]] = field(default_factory=list)
    compares: list[ast.Compare] = field(default_factory=list)
    orders: int = 0
    pending: Callable[[], None] | None = None
    """Indexes the body of a function of another file, whose functions are mostly not asked for."""

    def complete(self) -> None:
        """Index the body, where that was put off."""
        if self.pending is not None:
            put_off, self.pending = self.pending, None
            put_off()

    @property
    def is_function(self) -> bool:
        return self.kind in ("function", "lambda")

    def enclosing_class(self) -> Scope | None:
        return self._class_around

    @cached_property
    def _class_around(self) -> Scope | None:
        at = self.parent
        while at is not None:
            if at.kind == "class":
                return at
            at = at.parent
        return None

    @property
    def is_method(self) -> bool:
        return self.kind == "function" and self.parent is not None and self.parent.kind == "class"

    @cached_property
    def is_static(self) -> bool:
        """Whether a method gets no instance."""
        decorators = getattr(self.node, "decorator_list", ())
        return any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in decorators)

    def self_name(self) -> str | None:
        """The name of the instance in a method or in a function nested in one."""
        return self._self_name

    @cached_property
    def _self_name(self) -> str | None:
        at: Scope | None = self
        while at is not None:
            if at.is_method:
                return at.positional[0] if at.positional and not at.is_static else None
            at = at.parent
        return None

    def method(self, name: str) -> Scope | None:
        """The method of a class scope, also an inherited one where the base class can be found."""
        return self._method(name, set())

    def _method(self, name: str, seen: set[int]) -> Scope | None:
        if id(self) in seen:
            return None
        seen.add(id(self))
        for child in reversed(self.children):
            if child.name == name and child.kind == "function":
                return child
        for base in self.bases():
            found = base._method(name, seen)
            if found is not None:
                return found
        return None

    def bases(self) -> Iterator[Scope]:
        for base in getattr(self.node, "bases", ()):
            name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", None)
            known = self.file.classes.get(name or "")
            if known is not None and known is not self:
                yield known
            elif name is not None and self.file.class_of is not None:
                found = self.file.class_of(base, self.file)
                if found is not None:
                    yield found


@dataclass(eq=False, repr=False)
class Index:
    """All that later stages need to know of one module."""

    tree: ast.Module
    path: str = field(init=False, default="")
    module: Scope = field(init=False)
    functions: list[Scope] = field(default_factory=list)
    classes: dict[str, Scope] = field(default_factory=dict)
    by_name: dict[str, list[Scope]] = field(default_factory=dict)
    scope_of: dict[int, Scope] = field(default_factory=dict)
    where: dict[int, Where] = field(default_factory=dict)
    statements: dict[int, Where] = field(default_factory=dict)
    """Where each statement begins."""
    tests: dict[int, Where] = field(default_factory=dict)
    """Where the test of an ``if`` or the subject of a ``match`` stands, by the id of the statement."""
    calls_by_name: dict[str, list[Call]] = field(default_factory=dict)
    calls: dict[int, ast.Call] = field(default_factory=dict)
    """All calls by their ids."""
    literals: list[Literal] = field(default_factory=list)
    imports: dict[str, str] = field(default_factory=dict)
    strings: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    """Those that get a name: assigned, a keyword's, a default, the value of a key, an argument."""
    dict_comprehensions: list[tuple[ast.DictComp, Where]] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)
    """The names of all attributes that expressions mention."""
    parents: dict[int, ast.AST] = field(default_factory=dict)
    contexts: dict[tuple[object, ...], object] = field(default_factory=dict)
    """The environments of queries, by what tells them apart."""
    class_of: Callable[[ast.expr, Index], Scope | None] | None = None
    """Finds a class of another file by the expression that names it, while an analysis runs that knows other files."""

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(id(node))

    @cached_property
    def modules(self) -> frozenset[str]:
        """The modules that are imported, with all packages around them."""
        steps = [module.split(".") for module in self.imports.values()]
        return frozenset(".".join(parts[: n + 1]) for parts in steps for n in range(len(parts)))

    def met(self, node: ast.AST) -> bool:
        """Whether a node was indexed as a statement, an expression or a scope: quick, but some nodes are none."""
        return id(node) in self.parents or id(node) in self.statements or id(node) in self.scope_of

    def complete(self) -> None:
        """Index the bodies that were put off: what the file mentions must not hang on who asked before."""
        for scope in self.functions:  # grows by the functions in them
            scope.complete()

    def close(self) -> None:
        """Let go of what refers to one another in circles; the scopes keep their names and nodes."""
        for scope in self.scope_of.values():
            for held in (scope.bindings, scope.mutations, scope.returns, scope.yields, scope.children, scope.calls,
                         scope.loops, scope.literals, scope.exits):  # fmt: skip
                held.clear()
            scope.pending = None
        for name in ("module", "functions", "classes", "by_name", "scope_of", "where", "statements", "tests",
                     "calls_by_name", "literals", "dict_comprehensions", "contexts", "class_of"):  # fmt: skip
            self.__dict__.pop(name, None)

    def owns(self, node: ast.AST) -> bool:
        """Whether a node is one of this file's tree."""
        return id(node) in self._nodes

    @cached_property
    def _nodes(self) -> frozenset[int]:
        return frozenset(id(n) for n in ast.walk(self.tree))

    @cached_property
    def nodes(self) -> Nodes:
        """All nodes of the tree by their type."""
        return Nodes(self.tree)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """All names, attributes and strings of the file."""
        strings = (n.value for n in self.nodes.of(ast.Constant) if isinstance(n.value, str))
        names = (n.id for n in self.nodes.of(ast.Name))
        return frozenset((*names, *strings, *(n.attr for n in self.nodes.of(ast.Attribute))))


def standing_for(node: ast.expr, original: ast.AST) -> ast.expr:
    """An expression that the code does not hold, at the place of one that it does."""
    ast.copy_location(node, original)
    node.original = getattr(original, "original", original)  # type: ignore[attr-defined]
    return node


def place_of(node: ast.AST) -> str | None:
    """``x``, ``x.y`` (attribute or constant key alike), ``x[0]``: the name of a place, or None where it is computed."""
    steps: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        step = f".{node.attr}" if isinstance(node, ast.Attribute) else _key_step(node.slice)
        if step is None:
            return None
        steps.append(step)
        node = node.value
    return node.id + "".join(reversed(steps)) if isinstance(node, ast.Name) else None


def _key_step(key: ast.expr) -> str | None:
    """What a subscript adds to the name of a place."""
    if isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.USub) and isinstance(key.operand, ast.Constant):
        return f"[-{key.operand.value!r}]"
    if isinstance(key, ast.Constant):
        return f".{key.value}" if isinstance(key.value, str) else f"[{key.value!r}]"
    return None


def dotted(node: ast.AST) -> str:
    """The dotted text of a callee, with ``?`` for what is computed: ``?.messages.create``."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "?")
    return ".".join(reversed(parts))


def build(tree: ast.Module, *, lazily: bool = False) -> Index:
    """Index a module, ``lazily`` with the bodies of functions put off until they are asked for.

    Raises RecursionError for code that is nested too deeply.
    """
    index = Index(tree)
    _Builder(index, lazily=lazily).module()
    return index


class _Builder:
    """Walks statements in order and keeps the block that it is in."""

    def __init__(self, index: Index, *, lazily: bool = False) -> None:
        self.index = index
        self.lazily = lazily
        self.scope: Scope
        self.frame: Frame | None = None
        self.statement: ast.stmt | None = None
        self.nesting = 0

    def module(self) -> None:
        scope = Scope("module", self.index.tree, "", None, self.index)
        self.index.module = self.scope = scope
        self.index.scope_of[id(self.index.tree)] = scope
        self.block(self.index.tree.body)

    # -- positions ---------------------------------------------------------------------------------------------------
    def here(self) -> Where:
        self.scope.orders += 1
        return Where(self.scope, self.frame, self.scope.orders, self.statement)

    def enter(self, kind: str, node: ast.AST, branch: str, tests: tuple[tuple[Test, bool], ...] = ()) -> Frame | None:
        outer = self.frame
        self.frame = Frame(outer, kind, node, branch, tests, outer.depth + 1 if outer else 1)
        return outer

    # -- statements --------------------------------------------------------------------------------------------------
    def block(self, body: list[ast.stmt]) -> None:
        outer = self.frame
        for statement in body:
            self.statement = statement
            self.index.statements[id(statement)] = Where(self.scope, self.frame, self.scope.orders, statement)
            getattr(self, f"on_{type(statement).__name__}", self.on_other)(statement)
            guard = _after(statement)
            if guard is not None and (self.frame is None or self.frame.depth < MAX_FRAMES):
                branch, tests = guard
                self.enter("after" if branch else "holds", statement, branch, tests)
        self.frame = outer

    def on_other(self, node: ast.stmt) -> None:
        self.expressions(node)

    def on_Expr(self, node: ast.Expr) -> None:
        self.expr(node.value, node)

    def on_Assign(self, node: ast.Assign) -> None:
        self.expr(node.value, node)
        for target in node.targets:
            self.bind(target, node.value, "assign", (), node)

    def on_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.expr(node.value, node)
            self.bind(node.target, node.value, "assign", (), node)
        else:
            self.bind(node.target, None, "declared", (), node)

    def on_AugAssign(self, node: ast.AugAssign) -> None:
        self.expr(node.value, node)
        place = place_of(node.target)
        if place:
            op = "iadd" if isinstance(node.op, ast.Add) else "ior" if isinstance(node.op, ast.BitOr) else "iop"
            self.mutate(place, op, (node.value,), node)

    def on_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.expr(target, node)
            if isinstance(target, ast.Subscript):
                place = place_of(target.value)
                if place:
                    key = target.slice.value if isinstance(target.slice, ast.Constant) else None
                    self.mutate(place, "del", (target.slice,), node, key if isinstance(key, str) else None)

    def on_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            self.expr(node.value, node)
        where = self.here()
        self.scope.returns.append(Exit(node.value, where, node))
        self.scope.exits.append((node, where))

    def on_exit(self, node: ast.stmt) -> None:
        self.expressions(node)
        self.scope.exits.append((node, self.here()))

    on_Raise = on_Continue = on_Break = on_exit

    def on_If(self, node: ast.If) -> None:
        outer = self.frame
        links = elif_chain(node)
        for link in links:
            self.statement = link
            self.expr(link.test, link)
            self.index.tests[id(link)] = self.here()
            before = self.enter("if", link, "body", ((link.test, True),))
            self.block(link.body)
            self.frame = before
            self.enter("if", link, "orelse", ((link.test, False),))
        self.block(links[-1].orelse)
        self.frame = outer

    def on_While(self, node: ast.While) -> None:
        self.expr(node.test, node)
        constant = isinstance(node.test, ast.Constant)
        self.scope.loops.append((node, self.here()))
        outer = self.enter("while", node, "body", () if constant else ((node.test, True),))
        self.block(node.body)
        self.frame = outer
        self.enter("while", node, "orelse")
        self.block(node.orelse)
        self.frame = outer

    def on_For(self, node: ForNode) -> None:
        self.expr(node.iter, node)
        self.scope.loops.append((node, self.here()))
        outer = self.enter("for", node, "body")
        self.bind(node.target, node.iter, "for", (), node)
        self.block(node.body)
        self.frame = outer
        self.enter("for", node, "orelse")
        self.block(node.orelse)
        self.frame = outer

    on_AsyncFor = on_For

    def on_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.expr(item.context_expr, node)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, item.context_expr, "with", (), node)
        outer = self.enter("with", node, "body")
        self.block(node.body)
        self.frame = outer

    on_AsyncWith = on_With

    def on_Try(self, node: ast.Try) -> None:
        self.part_of_try(node, "body", node.body)
        for number, handler in enumerate(node.handlers):
            self.part_of_try(node, f"handler{number}", handler.body, handler)
        self.part_of_try(node, "orelse", node.orelse)
        self.part_of_try(node, "finally", node.finalbody)

    on_TryStar = on_Try

    def part_of_try(
        self, node: ast.Try, branch: str, body: list[ast.stmt], handler: ast.ExceptHandler | None = None
    ) -> None:
        outer = self.enter("try", node, branch)
        if handler is not None and handler.name:
            self.add(Binding(handler.name, "except", handler, self.here(), (), handler))
        self.block(body)
        self.frame = outer

    def on_Match(self, node: ast.Match) -> None:
        self.expr(node.subject, node)
        self.index.tests[id(node)] = self.here()
        before: list[tuple[Test, bool]] = []
        for number, case in enumerate(node.cases):
            test = CaseTest(node.subject, case.pattern, case.guard)
            outer = self.enter("match", node, str(number), (*before, (test, True)))
            if case.guard is not None:
                self.expr(case.guard, node)
            self.captures(case.pattern, node)
            self.block(case.body)
            self.frame = outer
            before.append((test, False))

    def captures(self, pattern: ast.pattern, node: ast.Match) -> None:
        for part in ast.walk(pattern):
            if isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name:
                whole = part is pattern
                self.add(Binding(part.name, "capture", node.subject if whole else None, self.here(), (), part))
        if isinstance(pattern, (ast.MatchMapping, ast.MatchClass)):
            self.field_captures(pattern, node)
        elif isinstance(pattern, ast.MatchSequence):
            self.element_captures(pattern, node)

    def element_captures(self, pattern: ast.MatchSequence, node: ast.Match) -> None:
        """``case [first, *rest]`` binds as ``first, *rest = subject``; without a star it says how many there are."""
        starred = next((i for i, p in enumerate(pattern.patterns) if isinstance(p, ast.MatchStar)), None)
        if starred is None or isinstance(node.subject, ast.Tuple):
            return
        for number, part in enumerate(pattern.patterns):
            step = "*" if number == starred else str(number if number < starred else number - len(pattern.patterns))
            for binding in self.scope.bindings.get(getattr(part, "name", None) or "", ()):
                if binding.node is part:
                    binding.value, binding.path = node.subject, (step,)

    def field_captures(self, pattern: ast.MatchMapping | ast.MatchClass, node: ast.Match) -> None:
        """``case {"text": t}`` and ``case Block(text=t)`` bind a field of the subject."""
        if isinstance(pattern, ast.MatchMapping):
            pairs = [
                (str(k.value), p)
                for k, p in zip(pattern.keys, pattern.patterns, strict=False)
                if isinstance(k, ast.Constant)
            ]
        else:
            pairs = list(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=False))
        for key, part in pairs:
            if isinstance(part, ast.MatchAs) and part.name:
                for binding in self.scope.bindings.get(part.name, ()):
                    if binding.node is part:
                        binding.value, binding.path = node.subject, (f".{key}",)

    def on_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            module = alias.name if alias.asname else alias.name.split(".")[0]
            self.index.imports.setdefault(name, module)
            self.index.imports.setdefault(alias.name, alias.name)
            self.add(Binding(name, "import", None, self.here(), (), node, module))

    def on_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            name = alias.asname or alias.name
            full = f"{module}.{alias.name}" if module.strip(".") else module + alias.name
            self.index.imports.setdefault(name, full)
            self.add(Binding(name, "import", None, self.here(), (), node, full))

    def on_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        self.scope.outer_names.update(node.names)

    on_Nonlocal = on_Global

    def on_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            self.expr(decorator, node)
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.expr(default, node)
        self.add(Binding(node.name, "def", node, self.here(), (), node))
        self.function(node, node.name, node.body)

    on_AsyncFunctionDef = on_FunctionDef

    def on_ClassDef(self, node: ast.ClassDef) -> None:
        for expression in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.expr(expression, node)
        where = self.here()
        self.add(Binding(node.name, "class", node, where, (), node))
        scope = self.child("class", node, node.name, where)
        self.index.classes[node.name] = scope
        outer = (self.scope, self.frame, self.statement)
        self.scope, self.frame = scope, None
        self.block(node.body)
        self.scope, self.frame, self.statement = outer

    def child(self, kind: str, node: ast.AST, name: str, where: Where) -> Scope:
        scope = Scope(kind, node, name, self.scope, self.index, where)
        self.scope.children.append(scope)
        self.index.scope_of[id(node)] = scope
        return scope

    def function(self, node: FunctionNode, name: str, body: list[ast.stmt] | ast.expr) -> None:
        where = self.here()
        scope = self.child("lambda" if isinstance(node, ast.Lambda) else "function", node, name, where)
        self.index.functions.append(scope)
        self.index.by_name.setdefault(name, []).append(scope)
        _parameters(scope, node.args)
        if self.lazily and self.scope.kind in ("module", "class"):
            scope.pending = lambda: self.body(scope, node, body)
        else:
            self.body(scope, node, body)

    def body(self, scope: Scope, node: FunctionNode, body: list[ast.stmt] | ast.expr) -> None:
        outer = (self.scope, self.frame, self.statement)
        self.scope, self.frame = scope, None
        for parameter in scope.params:
            self.add(Binding(parameter, "param", None, Where(scope, None, 0, None)))
        if isinstance(body, list):
            self.block(body)
        else:
            self.expr(body, node)
            scope.returns.append(Exit(body, self.here(), node))
        self.scope, self.frame, self.statement = outer

    # -- bindings and mutations --------------------------------------------------------------------------------------
    def add(self, binding: Binding) -> None:
        scope = self.scope
        root = binding.place.split(".")[0].split("[")[0]
        if root in scope.outer_names:
            scope = self.outer_scope(root)
        scope.bindings.setdefault(binding.place, []).append(binding)

    def outer_scope(self, name: str) -> Scope:
        at = self.scope.parent
        while at is not None and at.parent is not None:
            if at.is_function and name in at.bindings:
                return at
            at = at.parent
        return self.index.module

    def mutate(self, place: str, op: str, args: tuple[ast.expr, ...], node: ast.AST, key: str | None = None) -> None:
        self.scope.mutations.setdefault(place, []).append(Mutation(place, op, args, self.here(), node, key))

    def bind(self, target: ast.expr, value: ast.expr | None, kind: str, path: tuple[str, ...], node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self.add(Binding(target.id, kind, value, self.here(), path, node))
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.bind_sequence(target, value, kind, path, node)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value, kind, path, node)
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            self.bind_member(target, value, kind, path, node)

    def bind_sequence(
        self, target: ast.Tuple | ast.List, value: ast.expr | None, kind: str, path: tuple[str, ...], node: ast.AST
    ) -> None:
        paired = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) and kind == "assign"
        paired = paired and not any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts))  # type: ignore[union-attr]
        starred = next((i for i, e in enumerate(target.elts) if isinstance(e, ast.Starred)), None)
        for number, element in enumerate(target.elts):
            if paired:
                self.bind(element, value.elts[number], kind, path, node)  # type: ignore[union-attr]
                continue
            step = str(number)
            if starred is not None and number == starred:
                step = "*"
            elif starred is not None and number > starred:
                step = str(number - len(target.elts))
            self.bind(element, value, kind, (*path, step), node)

    def bind_member(
        self,
        target: ast.Attribute | ast.Subscript,
        value: ast.expr | None,
        kind: str,
        path: tuple[str, ...],
        node: ast.AST,
    ) -> None:
        base = place_of(target.value)
        if isinstance(target, ast.Subscript):
            self.expr(target.slice, node)
        if base is None or value is None:
            return
        place = place_of(target)
        if place is not None:
            self.add(Binding(place, kind, value, self.here(), path, node))
        key = place[len(base) + 1 :] if place and place.startswith(base + ".") else None
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.mutate(base, "slice", (target.slice, value), node)
        else:
            index = target.slice if isinstance(target, ast.Subscript) else ast.Constant(target.attr)
            self.mutate(base, "set", (index, value), node, key)

    # -- expressions -------------------------------------------------------------------------------------------------
    def expressions(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expr(child, node)

    def expr(self, node: ast.expr, parent: ast.AST) -> None:
        self.index.parents[id(node)] = parent
        while type(node) is ast.Attribute:
            self.index.attributes.add(node.attr)
            self.index.parents[id(node.value)] = node
            node = node.value
        kind = type(node)
        if kind is ast.Name:
            return
        if kind is ast.Constant:
            if type(node.value) is str and len(node.value) < 300:  # type: ignore[attr-defined]
                self.index.strings.add(node.value)  # type: ignore[attr-defined]
                if isinstance(parent, _NAMING) and not _asks(parent):
                    self.index.named.add(node.value)  # type: ignore[attr-defined]
            return
        if self.nesting >= MAX_NESTING:
            return
        self.nesting += 1
        handler = _EXPRESSIONS.get(kind)
        if handler is not None:
            handler(self, node)
        else:
            self.children(node)
        self.nesting -= 1

    def children(self, node: ast.AST) -> None:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.expr):
                self.expr(value, node)
            elif isinstance(value, list):
                for item in value:
                    if isinstance(item, ast.expr):
                        self.expr(item, node)
                    elif isinstance(item, ast.AST):
                        self.index.parents[id(item)] = node
                        self.children(item)

    def on_sum(self, node: ast.BinOp) -> None:
        """``a + b + c`` hangs on its left side: no deeper for a thousand operands than for two."""
        links = [node]
        while isinstance(links[-1].left, ast.BinOp):
            self.index.parents[id(links[-1].left)] = links[-1]
            links.append(links[-1].left)
        self.expr(links[-1].left, links[-1])
        for link in reversed(links):
            self.expr(link.right, link)

    def on_call(self, node: ast.Call) -> None:
        self.expr(node.func, node)
        for argument in node.args:
            self.expr(argument, node)
        for keyword in node.keywords:
            self.index.parents[id(keyword)] = node
            self.expr(keyword.value, keyword)
        where = self.here()
        self.index.where[id(node)] = where
        func = node.func
        name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        call = Call(node, where, name)
        self.index.calls[id(node)] = node
        self.scope.calls.append(call)
        self.index.calls_by_name.setdefault(name, []).append(call)
        keys = frozenset(k.arg for k in node.keywords if k.arg)
        if keys & _MESSAGE_KEYS:
            self.literal(node, where, keys)
        if name == "setattr" and len(node.args) == 3:
            self.set_by_name(node, where)
        if isinstance(func, ast.Attribute) and func.attr in MUTATORS:
            place = place_of(func.value)
            if place is not None:
                self.scope.mutations.setdefault(place, []).append(
                    Mutation(place, func.attr, tuple(node.args), where, node)
                )

    def set_by_name(self, node: ast.Call, where: Where) -> None:
        """``setattr(x, "y", v)`` is ``x.y = v``."""
        owner, key, value = node.args
        base = place_of(owner)
        if base is None or not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
            return
        self.add(Binding(f"{base}.{key.value}", "assign", value, where, (), node))
        self.scope.mutations.setdefault(base, []).append(Mutation(base, "set", (key, value), where, node, key.value))

    def literal(self, node: ast.Dict | ast.Call, where: Where, keys: frozenset[str]) -> None:
        literal = Literal(node, where, keys)
        self.scope.literals.append(literal)
        self.index.literals.append(literal)

    def on_dict(self, node: ast.Dict) -> None:
        keys = []
        for key, value in zip(node.keys, node.values, strict=False):
            if key is not None:
                self.expr(key, node)
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    keys.append(key.value)
                    if key.value == "model" and isinstance(value, ast.Constant):
                        self.index.named.add(str(value.value))
            self.expr(value, node)
        if keys and not _MESSAGE_KEYS.isdisjoint(keys):
            where = self.here()
            self.index.where[id(node)] = where
            self.literal(node, where, frozenset(keys))

    def on_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        self.index.where[id(node)] = self.here()
        if isinstance(node, ast.DictComp):
            self.index.dict_comprehensions.append((node, self.here()))
        outer = self.frame
        for generator in node.generators:
            self.index.parents[id(generator)] = node
            self.expr(generator.iter, generator)
            self.enter("comp", generator, "body", tuple((test, True) for test in generator.ifs))
            self.bind(generator.target, generator.iter, "comp", (), generator)
            for test in generator.ifs:
                self.expr(test, generator)
        for name in ("key", "value", "elt"):
            part = getattr(node, name, None)
            if part is not None:
                self.expr(part, node)
        self.frame = outer

    def on_compare(self, node: ast.Compare) -> None:
        self.scope.compares.append(node)
        self.children(node)

    def on_lambda(self, node: ast.Lambda) -> None:
        self.function(node, "<lambda>", node.body)

    def on_walrus(self, node: ast.NamedExpr) -> None:
        self.expr(node.value, node)
        self.bind(node.target, node.value, "assign", (), node)

    def on_ifexp(self, node: ast.IfExp) -> None:
        self.expr(node.test, node)
        outer = self.enter("if", node, "body", ((node.test, True),))
        self.expr(node.body, node)
        self.frame = outer
        self.enter("if", node, "orelse", ((node.test, False),))
        self.expr(node.orelse, node)
        self.frame = outer

    def on_yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        if node.value is not None:
            self.expr(node.value, node)
        self.scope.yields.append(Exit(node.value, self.here(), node))


def _asks(node: ast.AST) -> bool:
    """``name.startswith("a-")`` names nothing."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.endswith("swith")


_NAMING = (
    ast.Assign,
    ast.AnnAssign,
    ast.keyword,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Call,
    ast.BoolOp,
    ast.IfExp,
)
_MESSAGE_KEYS = frozenset(
    {"role", "type", "content", "tool_use_id", "thinking", "signature", "tool_calls", "tool_call_id", "text", "data"}
)
_EXPRESSIONS: dict[type[ast.expr], Callable[[_Builder, Any], None]] = {
    ast.BinOp: _Builder.on_sum,
    ast.Call: _Builder.on_call,
    ast.Compare: _Builder.on_compare,
    ast.Dict: _Builder.on_dict,
    ast.ListComp: _Builder.on_comprehension,
    ast.SetComp: _Builder.on_comprehension,
    ast.GeneratorExp: _Builder.on_comprehension,
    ast.DictComp: _Builder.on_comprehension,
    ast.Lambda: _Builder.on_lambda,
    ast.NamedExpr: _Builder.on_walrus,
    ast.IfExp: _Builder.on_ifexp,
    ast.Yield: _Builder.on_yield,
    ast.YieldFrom: _Builder.on_yield,
}


def _parameters(scope: Scope, args: ast.arguments) -> None:
    positional = [*args.posonlyargs, *args.args]
    for argument in (*positional, *args.kwonlyargs):
        scope.params[argument.arg] = argument
    scope.positional = [a.arg for a in positional]
    for argument, default in zip(reversed(positional), reversed(args.defaults), strict=False):
        scope.defaults[argument.arg] = default
    for argument, keyword_default in zip(args.kwonlyargs, args.kw_defaults, strict=False):
        if keyword_default is not None:
            scope.defaults[argument.arg] = keyword_default
    for special, name in ((args.vararg, "vararg"), (args.kwarg, "kwarg")):
        if special is not None:
            scope.params[special.arg] = special
            setattr(scope, name, special.arg)


def leaves(body: list[ast.stmt]) -> bool:
    """Whether a block never falls through to what follows it."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, EXITS):
        return True
    if isinstance(last, ast.If):
        while leaves(last.body):  # branch by branch: most chains fall through in the first
            if len(last.orelse) != 1 or not isinstance(last.orelse[0], ast.If):
                return leaves(last.orelse)
            last = last.orelse[0]
        return False
    if isinstance(last, (ast.With, ast.AsyncWith)):
        return leaves(last.body)
    if isinstance(last, ast.Try):
        return leaves(last.finalbody) or (
            leaves(last.body or last.orelse) and all(leaves(h.body) for h in last.handlers)
        )
    return (
        isinstance(last, ast.While)
        and isinstance(last.test, ast.Constant)
        and bool(last.test.value)
        and not any(isinstance(n, ast.Break) for n in ast.walk(last))
    )


def elif_chain(node: ast.If) -> list[ast.If]:
    """An ``if`` with its ``elif`` branches, which the tree nests ever deeper."""
    links = [node]
    while len(links[-1].orelse) == 1 and isinstance(links[-1].orelse[0], ast.If):
        links.append(links[-1].orelse[0])
    return links


def _after_if(links: list[ast.If]) -> tuple[str, tuple[tuple[Test, bool], ...]] | None:
    """The tests that failed on the way to the branch that falls through, and the one that held for it, if any."""
    bodies = [leaves(link.body) for link in links]
    rests = [leaves(links[-1].orelse)]
    for body in reversed(bodies[1:]):
        rests.append(body and rests[-1])
    rests.reverse()
    tests: list[tuple[Test, bool]] = []
    for link, body, rest in zip(links, bodies, rests, strict=True):
        if not (body and not rest):
            if link.orelse and rest and not body:
                tests.append((link.test, True))
            break
        tests.append((link.test, False))
    else:
        inner = _after(links[-1].orelse[0]) if len(links[-1].orelse) == 1 else None
        tests.extend(inner[1] if inner else ())
    if not tests:
        return None
    return "orelse" if bodies[0] and not rests[0] else "body", tuple(tests)


def _after(statement: ast.stmt) -> tuple[str, tuple[tuple[Test, bool], ...]] | None:
    """What holds after a statement one of whose branches leaves the block, and which branch was taken instead."""
    if isinstance(statement, ast.If):
        return _after_if(elif_chain(statement))
    if isinstance(statement, ast.Match):
        left = tuple(
            (CaseTest(statement.subject, case.pattern, case.guard), False)
            for case in statement.cases
            if leaves(case.body)
        )
        return ("", left) if left else None
    if isinstance(statement, ast.Assert):
        return "", ((statement.test, True),)
    return None
