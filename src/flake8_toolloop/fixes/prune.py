"""Removing statements so that nothing is left of them: emptied branches, emptied loops, blank lines, stale comments."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from flake8_toolloop.fixes import effects, guards
from flake8_toolloop.fixes.conditions import exclusive, negated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code

_INERT = (ast.Pass,)
_LEAVES_LOOP = (ast.Pass, ast.Continue, ast.Break)
_Splice = tuple[int, int, str]


class Pruner:
    """Which statements go when some are dead, and the edits that take them out."""

    def __init__(self, code: Code, dead: Iterable[ast.stmt], filled: list[ast.stmt] | None = None) -> None:
        self.code = code
        self.dead = set(dead)
        self.filled = filled
        """The block that gets another statement and so never needs ``pass``."""

    # Which statements go

    def gone(self, node: ast.stmt, *, loop_goes: bool = False) -> bool:
        """Whether nothing of a statement is left: it is dead, or all that it holds is and its header does nothing."""
        if node in self.dead:
            return True
        if not self.holds_dead(node):
            return False
        if isinstance(node, ast.If):
            return self._silent(node.test) and self._all_go([node.body, node.orelse], loop_goes)
        if isinstance(node, ast.For):
            return (
                self._silent(node.iter) and self._all_go([node.body], True) and self._all_go([node.orelse], loop_goes)
            )
        if isinstance(node, ast.Match):
            return self._silent(node.subject) and self._all_go([case.body for case in node.cases], loop_goes)
        if isinstance(node, ast.Try):
            handlers = [handler.body for handler in node.handlers]
            return self._all_go([node.body, *handlers, node.orelse, node.finalbody], loop_goes)
        return False

    def holds_dead(self, node: ast.stmt) -> bool:
        return any(inner in self.dead for inner in ast.walk(node))

    def _silent(self, header: ast.expr) -> bool:
        return effects.acts(self.code, header) is None

    def _all_go(self, bodies: Iterable[list[ast.stmt]], loop_goes: bool) -> bool:
        return all(
            self._inert(node, loop_goes) or self.gone(node, loop_goes=loop_goes) for body in bodies for node in body
        )

    def _inert(self, node: ast.stmt, loop_goes: bool) -> bool:
        """Whether a statement does nothing, as ``pass``, or as ``if ...: continue`` in a loop that goes."""
        if loop_goes and isinstance(node, ast.If) and self._silent(node.test):
            return all(self._inert(inner, loop_goes) for inner in (*node.body, *node.orelse))
        return isinstance(node, _LEAVES_LOOP if loop_goes else _INERT)

    def emptied(self, body: list[ast.stmt]) -> bool:
        """Whether removing what goes leaves nothing in a block but ``pass``."""
        return any(self.gone(node) for node in body) and self._all_go([body], False)

    def all_gone(self) -> set[ast.stmt]:
        """Every statement that goes, with the headers that go around the dead ones."""
        found = set(self.dead)
        for node in self.dead:
            found.update(a for a in self.code.ancestors(node) if isinstance(a, ast.stmt) and self.gone(a))
        return found

    # Taking them out

    def edits(self) -> list[Edit]:
        """The edits that take out all that goes."""
        blocks: list[tuple[ast.AST, list[ast.stmt]]] = []
        for node in sorted(self.dead, key=self.code.start):
            goes = [a for a in self.code.ancestors(node) if isinstance(a, ast.stmt) and self.gone(a)]
            outermost = goes[-1] if goes else node
            block = self.code.block(outermost)
            if not any(block is other for _, other in blocks):
                blocks.append((self.code.parents[outermost], block))
        splices: list[_Splice] = []
        for owner, body in blocks:
            if not self._covered(owner, splices):
                splices += self._block(owner, body)
        return [self.code.edit(*splice) for splice in sorted(set(splices))]

    def _covered(self, owner: ast.AST, splices: list[_Splice]) -> bool:
        if not isinstance(owner, (ast.stmt, ast.excepthandler)):
            return False
        start = self.code.start(owner)
        return any(begin <= start < end for begin, end, _ in splices)

    def _block(self, owner: ast.AST, body: list[ast.stmt]) -> Iterator[_Splice]:
        if isinstance(owner, ast.If) and (self.emptied(body)):
            yield from self._chain(self._head(owner))
        elif isinstance(owner, ast.match_case) and self.emptied(body):
            yield from self._case(owner)
        elif all(self.gone(node) for node in body) and body is not self.filled and not isinstance(owner, ast.Module):
            yield self._pass(body)
        else:
            yield from self._runs(body)

    def _pass(self, body: list[ast.stmt]) -> _Splice:
        return self.code.start(body[0]), self.code.end(body[-1]), "pass"

    def _runs(self, body: list[ast.stmt]) -> Iterator[_Splice]:
        first = 0
        while first < len(body):
            last = first
            while last < len(body) and self.gone(body[last]):
                last += 1
            if last > first:
                yield self._run(body, first, last - 1)
            first = last + 1

    def _run(self, body: list[ast.stmt], first: int, last: int) -> _Splice:
        """Take out body[first..last], which is not the whole block."""
        code = self.code
        start, end = code.start(body[first]), code.end(body[last])
        if not code.alone_before(start):
            if first:
                return code.end(body[first - 1]), end, ""
            return start, code.start(body[last + 1]), ""
        if not code.alone_after(end):
            return start, code.start(body[last + 1]), ""
        begin, finish = code.line_start(start), code.line_end(end)
        follows = last + 1 < len(body) and code.line_start(code.start(body[last + 1])) == finish
        if not follows or self._only_on_making(body[first : last + 1], begin):
            begin = self.above(begin, code.indent(body[first]))
        at_end = last + 1 == len(body)
        at_start = first == 0 or (first == 1 and not at_end and self._docstring_right_above(body[0], begin))
        return (*self._blank_lines(begin, finish, at_start=at_start, at_end=at_end), "")

    def _only_on_making(self, run: list[ast.stmt], begin: int) -> bool:
        """Whether the comment above speaks of how a removed loop makes its list, and of nothing that stays."""
        start = self.above(begin, self.code.indent(run[0]))
        said = self.code.slice(start, begin)
        return bool(guards.ON_MAKING.search(said)) and any(isinstance(n, (ast.For, ast.AsyncFor)) for n in run)

    def _docstring_right_above(self, node: ast.stmt, begin: int) -> bool:
        is_text = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        return is_text and self.code.line_end(self.code.end(node)) == begin

    def above(self, begin: int, indent: str) -> int:
        """The start of the comment lines right above, as deep as the statement."""
        number = self.code.lines.position(begin)[0]
        while number > 1 and self.code.line(number - 1).startswith(indent + "#"):
            number -= 1
        return self.code.lines.starts[number - 1]

    def _blank_lines(self, begin: int, finish: int, *, at_start: bool, at_end: bool) -> tuple[int, int]:
        """Widen a range of lines so that the blank lines around it do not add up."""
        starts = self.code.lines.starts
        first, last = self.code.lines.position(begin)[0], self.code.lines.position(finish)[0]
        above = below = 0
        while first - above > 1 and not self.code.line(first - above - 1).strip():
            above += 1
        while last + below <= len(self.code.lines.lines) and not self.code.line(last + below).strip():
            below += 1
        if at_start or (not at_end and above and below <= above):
            return begin, starts[last + below - 1]
        if at_end or (above and below):
            return starts[first - above - 1], finish
        return begin, finish

    # Chains of if, elif, else

    def _head(self, node: ast.If) -> ast.If:
        while self._is_elif(node):
            node = self.code.parents[node]  # type: ignore[assignment]
        return node

    def _is_elif(self, node: ast.If) -> bool:
        parent = self.code.parents[node]
        return (
            isinstance(parent, ast.If)
            and parent.orelse == [node]
            and self.code.source.startswith("elif", self.code.start(node))
        )

    def branches(self, head: ast.If) -> list[Branch]:
        """The branches of a chain in order."""
        found, node = [Branch(head.test, head.body, self.code.start(head))], head
        while len(node.orelse) == 1 and isinstance(inner := node.orelse[0], ast.If) and self._is_elif(inner):
            found.append(Branch(inner.test, inner.body, self.code.start(inner)))
            node = inner
        if node.orelse:
            between = self.code.source[self.code.end(node.body[-1]) : self.code.start(node.orelse[0])]
            match = re.search(r"^[ \t\f]*(else)[ \t\f]*:", between, re.MULTILINE) or re.search(r"(else)", between)
            start = self.code.end(node.body[-1]) + (match.start(1) if match else 0)
            found.append(Branch(None, node.orelse, start))
        return found

    def _chain(self, head: ast.If) -> Iterator[_Splice]:
        branches = self.branches(head)
        kept = [branch for branch in branches if not self._droppable(branch, branches)]
        for index, branch in enumerate(branches):
            if branch in kept and self.emptied(branch.body):
                yield from self._emptied_branch(branch, branches[index + 1 :], kept)
            elif branch in kept and any(self.gone(node) for node in branch.body):
                yield from self._runs(branch.body)
        yield from self._dropped(head, branches, kept)

    def _droppable(self, branch: Branch, branches: list[Branch]) -> bool:
        """Whether an emptied branch can go: no branch behind it that stays would then be taken in its place."""
        if not self.emptied(branch.body) or (branch.test is not None and not self._silent(branch.test)):
            return False
        later = [b for b in branches[branches.index(branch) + 1 :] if not self._is_inert(b)]
        return all(b.test is not None and branch.test is not None and exclusive(branch.test, b.test) for b in later)

    def _is_inert(self, branch: Branch) -> bool:
        return self._all_go([branch.body], False) and (branch.test is None or self._silent(branch.test))

    def _emptied_branch(self, branch: Branch, later: list[Branch], kept: list[Branch]) -> Iterator[_Splice]:
        """A branch that has to stay as a condition: turned round where only an else follows, else with ``pass``."""
        following = [b for b in later if b in kept]
        text = negated(self.code, branch.test) if branch.test is not None else None
        if branch.test is not None and text and len(following) == 1 and following[0].test is None:
            other = following[0]
            colon = self.code.source.index(":", other.start)
            keyword = "elif" if self.code.source.startswith("elif", branch.start) else "if"
            yield branch.start, colon, f"{keyword} {text}"
        else:
            yield self._pass(branch.body)

    def _dropped(self, head: ast.If, branches: list[Branch], kept: list[Branch]) -> Iterator[_Splice]:
        """Take out the branches that are not kept, in runs."""
        code = self.code
        index = 0
        while index < len(branches):
            last = index
            while last < len(branches) and branches[last] not in kept:
                last += 1
            if last == index:
                index += 1
                continue
            if last == len(branches):
                begin = self.above(code.line_start(branches[index].start), code.indent(head))
                yield begin, code.line_end(code.end(head)), ""
            elif index == 0:
                following = branches[last]
                above = code.slice(self._comment_start(head, following), following.start)
                yield branches[0].start, following.start + len("el"), above
            else:
                begin = self._comment_start(head, branches[index])
                yield begin, self._comment_start(head, branches[last]), ""
            index = last

    def _comment_start(self, head: ast.If, branch: Branch) -> int:
        """Where the comment lines above a branch begin, or else its keyword."""
        line = self.code.line_start(branch.start)
        above = self.above(line, self.code.indent(head))
        return above + len(self.code.indent(head)) if above < line else branch.start

    def _case(self, case: ast.match_case) -> Iterator[_Splice]:
        match = self.code.parents[case]
        assert isinstance(match, ast.Match)
        later = match.cases[match.cases.index(case) + 1 :]
        if case.guard is None and all(self._all_go([c.body], False) or _exclusive_cases(case, c) for c in later):
            keyword = self.code.source.rindex("case", 0, self.code.start(case.pattern))
            begin = self.above(self.code.line_start(keyword), self.code.indent(case.pattern))
            yield begin, self.code.line_end(self.code.end(case.body[-1])), ""
        else:
            yield self._pass(case.body)


class Branch:
    """One branch of a chain: its test (None for else), its statements and the offset of its keyword."""

    def __init__(self, test: ast.expr | None, body: list[ast.stmt], start: int) -> None:
        self.test = test
        self.body = body
        self.start = start


def _exclusive_cases(one: ast.match_case, other: ast.match_case) -> bool:
    """Whether no value can match both patterns: different constants, or different classes."""
    kinds = []
    for pattern in (one.pattern, other.pattern):
        if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant):
            kinds.append(("value", repr(pattern.value.value)))
        elif isinstance(pattern, ast.MatchClass):
            kinds.append(("class", ast.dump(pattern.cls)))
        else:
            return False
    return kinds[0][0] == kinds[1][0] and kinds[0] != kinds[1]


def remove(code: Code, dead: Iterable[ast.stmt]) -> list[Edit]:
    """The edits that take the statements out, with the branches and loops that they leave empty."""
    return Pruner(code, dead).edits()
