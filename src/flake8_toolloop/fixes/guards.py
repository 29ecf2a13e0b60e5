"""What is checked on the user's own file before a repair is believed."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from flake8_toolloop.fixes.edits import Lines, resolve, splice
from flake8_toolloop.settings import UNUSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Edit, Finding

Node: TypeAlias = "ast.expr | ast.stmt | ast.excepthandler | ast.pattern | ast.keyword | ast.alias"
_NODES = (ast.expr, ast.stmt, ast.excepthandler, ast.pattern, ast.keyword, ast.alias)
# Inside f-strings the positions of older Pythons are wrong; contexts and operators have none.
_WHOLE = (ast.JoinedStr, ast.Constant, ast.Name)

_MARKERS = ("noqa", "type:", "pragma:", "pylint:", "ruff:", "nosec", "fmt:", "mypy:", "pyright:")


ON_MAKING = re.compile(r"\bby hand\b|\bmanually\b", re.IGNORECASE)
"""What comments say that explain why something is made by hand: nothing is lost with them once it no longer is."""


def parse(source: str) -> ast.Module | None:
    """The tree of a text, or None where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def comments(source: str) -> Iterator[tuple[int, int, str]]:
    """The comments of a text that parses: line, column and text."""
    # The tokenizer of older Pythons does not know lone carriage returns; positions stay the same without them.
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield (*token.start, token.string)
    except (tokenize.TokenError, SyntaxError):  # pragma: no cover - only for what does not parse
        return


def lost_comments(before: str, after: str) -> list[str]:
    """The comments that are gone, those that speak to tools left aside."""
    lost = Counter(text for _, _, text in comments(before)) - Counter(text for _, _, text in comments(after))
    said = (text for text in lost.elements() if not ON_MAKING.search(text))
    return [text for text in said if not text.lstrip("#").strip().lower().startswith(_MARKERS)]


class Change:
    """A text, the edits to it, and what they make of it; raises ValueError where they overlap."""

    def __init__(self, before: str, edits: Iterable[Edit]) -> None:
        self.before = before
        self.lines = Lines(before)
        self.replaced = resolve(self.lines, edits)
        self.after = splice(before, self.replaced)

    def start(self, offset: int) -> int:
        """Where a start is after the edits: behind what is inserted at it."""
        return offset + sum(len(text) - (end - start) for start, end, text in self.replaced if end <= offset)

    def end(self, offset: int) -> int:
        """Where an end is after the edits: before what is inserted at it."""
        moved = (r for r in self.replaced if r[1] <= offset and not (r[0] == r[1] == offset))
        return offset + sum(len(text) - (end - start) for start, end, text in moved)

    def covers_start(self, offset: int) -> bool:
        """Whether the text that starts at the offset is replaced."""
        return any(start <= offset < end for start, end, _ in self.replaced)

    def touches(self, start: int, end: int) -> bool:
        """Whether something between the offsets is replaced, or something is inserted inside."""
        return any(s < end and start < e if s < e else start < s < end for s, e, _ in self.replaced)


def unplanned(change: Change, tree: ast.Module | None = None) -> str | None:
    """The first way in which the result differs from the original elsewhere than the edits say, as a reason.

    Every node that no edit touches has to stand at its moved place, the same, in the same part of the same enclosing
    statement; every node that an edit changes in part has to be of its kind still.
    """
    before = tree or parse(change.before)
    after = parse(change.after)
    if after is None or before is None:
        return "the result is no valid Python"
    lines = Lines(change.after)
    found = {_key(node, *_offsets(lines, node)): (node, home) for node, home in _walk(after, lines, ())}
    for node, home in _kept(before, change, ()):
        problem = _compare(node, home, change, found)
        if problem:
            line, _ = change.lines.position(_offsets(change.lines, node)[0])
            return f"it would change line {line} otherwise: {problem}"
    return None


Home: TypeAlias = "tuple[tuple[str, int], ...]"
"""The enclosing statements, outermost first: the field of each that the node is in, and the offset where it starts."""
_Key: TypeAlias = "tuple[str, int, int]"


def _key(node: Node, start: int, end: int) -> _Key:
    # A compound statement ends where its last statement ends, and that may be what the edit is about.
    return type(node).__name__, start, -1 if isinstance(node, (ast.stmt, ast.excepthandler)) else end


def _offsets(lines: Lines, node: Node) -> tuple[int, int]:
    start, end = lines.offsets(lines.span(node))
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.decorator_list:
        start = lines.offsets(lines.span(node.decorator_list[0]))[0]  # ast begins it at "def"
    return start, end


def _children(node: ast.AST) -> Iterator[tuple[str, Node]]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, _NODES):
                yield name, child
            elif isinstance(child, ast.AST):
                yield from ((name, inner) for _, inner in _children(child))


def _walk(node: ast.AST, lines: Lines, home: Home) -> Iterator[tuple[Node, Home]]:
    for name, child in _children(node):
        inner = (*home, (name, _offsets(lines, node)[0])) if isinstance(node, ast.stmt) else home
        yield child, inner
        if not isinstance(child, _WHOLE):
            yield from _walk(child, lines, inner)


def _kept(node: ast.AST, change: Change, home: Home) -> Iterator[tuple[Node, Home]]:
    """The largest nodes that no edit touches, and those that hold one strictly inside."""
    for name, child in _children(node):
        inner = home
        if isinstance(node, ast.stmt):
            inner = (*home, (name, _offsets(change.lines, node)[0]))
        start, end = _offsets(change.lines, child)
        if any(s <= start and end <= e for s, e, _ in change.replaced if s < e):
            continue
        if not change.touches(start, end):
            yield child, inner
        else:
            if not change.covers_start(start) and _ends_kept(child, end, change):
                yield child, inner
            if not isinstance(child, _WHOLE):
                yield from _kept(child, change, inner)


def _ends_kept(node: Node, end: int, change: Change) -> bool:
    return isinstance(node, (ast.stmt, ast.excepthandler)) or not any(s < end < e for s, e, _ in change.replaced)


def _compare(node: Node, home: Home, change: Change, found: dict[_Key, tuple[Node, Home]]) -> str | None:
    start, end = _offsets(change.lines, node)
    there = found.get(_key(node, change.start(start), change.end(end)))
    if there is None:
        return "its code would be read as something else"
    if change.touches(start, end):
        if _shallow(node) != _shallow(there[0]):
            return "its code would be read as something else"
    elif ast.dump(node) != ast.dump(there[0]):
        return "its code would be another"
    kept = [(name, change.start(offset)) for name, offset in home if not change.covers_start(offset)]
    if not set(kept) <= set(there[1]):
        return "it would stand in another block"
    return None


def _shallow(node: ast.AST) -> list[str]:
    """The node's kind, operators and plain values, without its children."""
    values = [type(node).__name__]
    for _, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)):
                values.append(type(item).__name__)
            elif isinstance(item, (str, int)):
                values.append(repr(item))
    return values


def not_better(before: Iterable[Finding], after: Iterable[Finding], fixed: Iterable[Finding]) -> str | None:
    """Why the findings after a repair are not those before it less the repaired ones."""
    old, new, gone = (Counter(finding.code for finding in findings) for findings in (before, after, fixed))
    for code, count in sorted(new.items()):
        if code == UNUSED and not gone[code]:
            continue  # a repaired line may leave its comment behind: the next round takes it out
        if count > old[code]:
            return f"a new {code} would come"
        if count > old[code] - gone[code]:
            return f"{code} would still be there"
    return None
