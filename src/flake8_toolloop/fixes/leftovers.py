"""What nothing reads any more once an expression has been replaced: lists, the loops that fill them, temporaries."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import effects, layout, parts
from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.names import names_in
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_CHANGES = frozenset(["append", "extend", "insert", "clear", "sort", "reverse", "remove", "pop", "add", "update"])


class Leftovers:
    """The statements of one function that only served what is replaced or removed."""

    def __init__(self, code: Code, replaced: Iterable[ast.AST], dead: Iterable[ast.stmt] = (), read: str = "") -> None:
        self.code = code
        self.replaced = list(replaced)
        self.dead = set(dead)
        anchor = next(iter([*self.replaced, *self.dead]))
        self.scope = code.scope(anchor)
        self.names = code.names(anchor)
        self.read = names_in([expression(read)]) if read else set()
        """The names that the new text reads."""
        self.unsure: set[str] = set()
        """Calls that would no longer happen, and of which nothing shows that they do nothing else."""
        self.parts: dict[ast.Assign, set[int]] = {}
        """The names that go in tuple assignments of which others stay, by their numbers."""

    def find(self) -> set[ast.stmt]:
        """The statements to take out, the given ones included."""
        while True:
            going = Pruner(self.code, self.dead).all_gone() if self.dead else set()
            candidates = names_in([*self.replaced, *going]) - self.read - self.names.foreign
            found = set()
            for name in sorted(candidates):
                found |= self._only_served(name, going)
            found |= self._private_to_loops(going)
            found |= {statement for statement, numbers in self.parts.items() if self._whole(statement, numbers)}
            if found <= self.dead:
                free = self._loop_names_free(going)
                self.parts = {s: numbers for s, numbers in self.parts.items() if free and s not in going}
                return self.dead if free else set()
            self.dead |= found

    def edits(self, dead: Iterable[ast.stmt], filled: list[ast.stmt] | None = None) -> list[Edit]:
        """The edits that take out what goes: statements, names in tuple assignments, counters of loops."""
        dead = set(dead)
        pruner = Pruner(self.code, dead, filled)
        gone = pruner.all_gone() if dead else set()
        edits = pruner.edits() if dead else []
        for statement, numbers in self.parts.items():
            edits += parts.shortened(self.code, statement, numbers)
        places = [*self.replaced, *dead]
        for loop in {a for place in places for a in self.code.ancestors(place)} - gone:
            edits += parts.without_counter(self.code, loop, places, self.read)
        return edits

    @staticmethod
    def _whole(statement: ast.Assign, numbers: set[int]) -> bool:
        return isinstance(statement.value, ast.Tuple) and len(numbers) == len(statement.value.elts)

    def _private_to_loops(self, going: set[ast.stmt]) -> set[ast.stmt]:
        """The assignments that only serve a loop in which nothing else is left to do."""
        loops = {a for node in self.dead for a in self.code.ancestors(node) if isinstance(a, ast.For)} - going
        for loop in loops:
            private: set[ast.stmt] = {
                node
                for node in ast.walk(loop)
                if isinstance(node, ast.Assign) and node not in self.dead and self._is_private(node, loop)
            }
            if private and Pruner(self.code, self.dead | private).gone(loop):
                return private
        return set()

    def _is_private(self, node: ast.Assign, loop: ast.For) -> bool:
        names = names_in(node.targets)
        own = all(
            self.code.within(use, loop) or self._bound_above(name, use, loop)
            for name in names
            for use in self.names.loads[name]
        )
        plain = all(isinstance(target, ast.Name) for target in node.targets) and not names & self.names.foreign
        return plain and own and not self._acts(node)

    def _bound_above(self, name: str, load: ast.AST, loop: ast.For) -> bool:
        """Whether a use outside a loop has its value from an assignment of its own, right above it or further out."""
        for outer in (self.code.statement(load), *self.code.ancestors(load)):
            if isinstance(outer, ast.stmt) and not self.code.within(loop, outer):
                block = self.code.block(outer)
                above = (s for s in block[: block.index(outer)] if isinstance(s, ast.Assign))
                if any(name in names_in(s.targets) for s in above):
                    return True
            elif isinstance(outer, ast.stmt):
                return False
        return False

    def _removed(self, node: ast.AST, going: set[ast.stmt]) -> bool:
        """Whether a node goes with the replaced expressions and removed statements."""
        pairs = [e for s, ns in self.parts.items() for n in ns for e in _elements(s, n)]
        places = {id(place) for place in (*self.replaced, *going, *pairs)}
        return id(node) in places or any(id(a) in places for a in self.code.ancestors(node))

    def _only_served(self, name: str, going: set[ast.stmt]) -> set[ast.stmt]:
        """The statements that make or fill a name, where nothing else reads it; nothing where it has to stay."""
        feeds: set[ast.stmt] = set()
        pairs: list[tuple[ast.Assign, int]] = []
        stores = [node for node in self.names.stores[name] if not self._removed(node, going)]
        if not self.names.stores[name] or (isinstance(self.scope, ast.Module) and name.isupper()):
            return set()  # bound elsewhere, or a constant that other modules may import
        for node in (*stores, *(n for n in self.names.loads[name] if not self._removed(n, going))):
            statement = self._feed(name, node)
            pair = parts.pair_of(self.code, node) if statement is None else None
            if pair is not None and effects.acts(self.code, pair[0].value) is None:
                pairs.append(pair)
            elif statement is None:
                return set()
            else:
                feeds.add(statement)
        for statement in feeds:
            if self._acts(statement) or any(self.code.within(node, statement) for node in self.replaced):
                return set()
        for statement in feeds:
            self.unsure.update(self._unknown(statement, name))
        for statement, number in pairs:
            self.parts.setdefault(statement, set()).add(number)
        return feeds

    def _feed(self, name: str, node: ast.AST) -> ast.stmt | None:
        """The statement around a use of a name that does nothing but make, fill or change what it names."""
        statement = self.code.statement(node)
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
            targets = [statement.target]
        elif isinstance(statement, ast.Delete):
            targets = statement.targets
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            func = statement.value.func
            if not (isinstance(func, ast.Attribute) and func.attr in _CHANGES):
                return None
            targets = [func.value]
        else:
            return None
        return statement if all(_base(target) == name for target in targets) else None

    def _acts(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            values: list[ast.expr] = [*statement.value.args, *(k.value for k in statement.value.keywords)]
        else:
            values = [value] if isinstance(value := getattr(statement, "value", None), ast.expr) else []
        return any(effects.acts(self.code, value) for value in values)

    def _unknown(self, statement: ast.stmt, name: str) -> list[str]:
        own = {f"{change}()" for change in _CHANGES}
        return [call for call in effects.unknown_calls(self.code, statement) if call not in own or not name]

    def _loop_names_free(self, going: set[ast.stmt]) -> bool:
        """Whether nothing reads the variable of a removed loop after it."""
        for loop in going:
            if isinstance(loop, ast.For):
                for name in names_in([loop.target]):
                    loads = (n for n in self.names.loads[name] if not self._removed(n, going))
                    if not all(self._bound_by_loop(name, load) for load in loads):
                        return False
        return True

    def _bound_by_loop(self, name: str, load: ast.AST) -> bool:
        return any(
            isinstance(a, (ast.For, ast.AsyncFor)) and name in names_in([a.target]) for a in self.code.ancestors(load)
        ) or any(
            isinstance(store, ast.Name) and self.code.statement(store) in self._before(load)
            for store in self.names.stores[name]
        )

    def _before(self, load: ast.AST) -> list[ast.stmt]:
        """The plain statements that stand before the load in its own block."""
        statement = self.code.statement(load)
        block = self.code.block(statement)
        return [s for s in block[: block.index(statement)] if isinstance(s, (ast.Assign, ast.AnnAssign))]


def _elements(statement: ast.Assign, number: int) -> list[ast.expr]:
    """A name of a tuple assignment, and what it is given."""
    sides = (statement.targets[0], statement.value)
    return [side.elts[number] for side in sides if isinstance(side, ast.Tuple)]


def _base(node: ast.expr) -> str | None:
    """The name that a target belongs to: ``x`` of ``x``, ``x[0]`` and ``x["content"]``, nothing for ``x.y``."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def replace_and_clean(code: Code, node: ast.expr, text: str, dead: Iterable[ast.stmt] = ()) -> Rewrite:
    """Replace an expression, and take out what nothing reads any more.

    Where the list that it named is otherwise only asked whether it is empty (``if turn:``), the new one is asked.
    """
    asked = _asked(code, node)
    for replaced in ([node, *asked], [node]):
        leftovers = Leftovers(code, replaced, dead, read=text)
        statements = leftovers.find()
        if statements or leftovers.parts or not asked:
            break
        asked = []
    gone = Pruner(code, statements).all_gone() if statements else set()
    places = [node, *(place for place in asked if not any(code.within(place, statement) for statement in gone))]
    edits = [code.replace(place, parenthesised(code, place, text)) for place in places]
    edits += leftovers.edits(statements)
    unsafe = tuple(f"{call} is no longer called" for call in sorted(leftovers.unsure)) if statements else ()
    return Rewrite(tuple(sorted(edits, key=lambda edit: edit.span)), unsafe)


def _asked(code: Code, node: ast.expr) -> list[ast.expr]:
    """The conditions that only ask whether the list that the node names is empty."""
    if not isinstance(node, ast.Name):
        return []
    found: list[ast.expr] = []
    for load in code.names(node).loads[node.id]:
        parent = code.parents[load]
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
            parent = code.parents[parent]
        if isinstance(parent, (ast.If, ast.While)) and load is not node:
            inside = parent.test is load or code.parents[load] is parent.test
            found += [load] if inside else []
    return found


def replay_once(
    code: Code,
    loop: ast.For | ast.AsyncFor,
    content: ast.expr,
    text: str,
    appends: Iterable[ast.stmt] = (),
    unit: str | None = None,
) -> Rewrite | str:
    """Replay the whole turn once before a loop that replays its blocks one by one, and take those replays out.

    ``unit`` is the turn, where ``text`` is what is made of it.
    """
    unit = unit or text
    statement = code.statement(content)
    start, end = code.start(statement), code.end(statement)
    moved, rest = (
        layout.patched(code, start, end, [(code.start(content), code.end(content), new)]) for new in (text, "_")
    )
    bound = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    if names_in([ast.parse(rest)]) & (bound - _changed(statement)) or not isinstance(
        statement, (ast.Expr, ast.AugAssign)
    ):
        return "the message itself depends on the block"
    if not code.alone_before(code.start(loop)):
        return "several statements stand on one line"
    leftovers = Leftovers(code, [content], [statement, *appends], read=text)
    dead = leftovers.find() or {statement, *appends}
    indent, begin = code.indent(loop), code.line_start(code.start(loop))
    # A loop sends nothing of an empty turn, and an empty message would be refused.
    inner = indent + code.unit
    text = f"{indent}if {unit}:\n{inner}{layout.fitted(code, moved, statement, inner)}\n"
    unsafe = tuple(f"{call} is no longer called" for call in sorted(leftovers.unsure))
    return Rewrite((code.edit(begin, begin, text), *leftovers.edits(dead, code.block(loop))), unsafe)


def _changed(statement: ast.stmt) -> set[str]:
    return names_in([statement.target]) if isinstance(statement, ast.AugAssign) else set()


def expression(text: str) -> ast.expr:
    """The tree of an expression, which may have several lines."""
    return ast.parse(f"({text}\n)", mode="eval").body


def parenthesised(code: Code, node: ast.expr, text: str) -> str:
    """The text, in parentheses where the place of the node needs them."""
    new = expression(text)
    if not isinstance(new, (ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Lambda, ast.Await)):
        return text
    parent = code.parents[node]
    if isinstance(parent, ast.comprehension):
        return f"({text})" if isinstance(new, (ast.IfExp, ast.Lambda)) else text
    free = isinstance(parent, (ast.stmt, ast.Call, ast.keyword, ast.Dict, ast.List, ast.Tuple))
    return text if free and getattr(parent, "func", None) is not node else f"({text})"
