"""Sources with marked nodes, and the variants of spelling under which every rewrite has to give the same."""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from flake8_toolloop.fixes import guards
from flake8_toolloop.fixes.code import Code, Rewrite

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Marked:
    """A source in which nodes are marked: ``«name:code»``."""

    code: Code
    nodes: dict[str, list[ast.AST]]

    def expr(self, name: str) -> ast.expr:
        return next(node for node in self.nodes[name] if isinstance(node, ast.expr))

    def exprs(self, name: str) -> list[ast.expr]:
        return [node for node in self.nodes[name] if isinstance(node, ast.expr)]

    def pattern(self, name: str) -> ast.pattern:
        return next(node for node in self.nodes[name] if isinstance(node, ast.pattern))

    def stmt(self, name: str) -> ast.stmt:
        return next(node for node in self.nodes[name] if isinstance(node, ast.stmt))

    def loop(self, name: str = "loop") -> ast.For | ast.AsyncFor:
        """The loop whose target is marked."""
        return next(a for a in self.code.ancestors(self.expr(name)) if isinstance(a, (ast.For, ast.AsyncFor)))

    def branch(self, name: str) -> ast.If:
        """The ``if`` whose test is marked."""
        return next(a for a in self.code.ancestors(self.expr(name)) if isinstance(a, ast.If))


def read(text: str) -> Marked:
    """Take the marks out of a text and find the nodes that they marked."""
    clean, spans, open_marks = "", [], []
    for part in re.split(r"(«\w+:|»)", text):
        if part.startswith("«"):
            open_marks.append((part[1:-1], len(clean)))
        elif part == "»":
            name, start = open_marks.pop()
            spans.append((start, len(clean), name))
        else:
            clean += part
    code = Code(clean)
    nodes: dict[str, list[ast.AST]] = {}
    for start, end, name in sorted(spans):
        for node in ast.walk(code.tree):
            if isinstance(node, (ast.expr, ast.stmt, ast.pattern)) and (code.start(node), code.end(node)) == (
                start,
                end,
            ):
                nodes.setdefault(name, []).append(node)
    assert {name for *_, name in spans} == set(nodes), "a mark that is no node"
    return Marked(code, nodes)


def tabs(text: str) -> str:
    return re.sub(r"^(?: {4})+", lambda match: "\t" * (len(match.group()) // 4), text, flags=re.MULTILINE)


VARIANTS: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "tabs": tabs,
    "emoji": lambda text: "# 🤦\n\n" + re.sub(r"\bmessages\b", "mèssagès", text).replace('"role"', '"rôle"'),
    "form feed": lambda text: "\f\nx = 1\n\f\n" + text,
    "in a method": lambda text: "class A:\n" + textwrap.indent(text, "    ") if '"""' not in text else text,
    "no newline at the end": lambda text: text.removesuffix("\n"),
}


@pytest.fixture(params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Callable[[str], str]:
    return VARIANTS[request.param]


@pytest.fixture
def check(variant: Callable[[str], str]) -> Callable[..., tuple[str, ...]]:
    """Check that a rewrite of the marked text gives the other; the reasons why it is not safe come back."""

    def run(before: str, rewrite: Callable[[Marked], Rewrite | str], after: str) -> tuple[str, ...]:
        marked = read(variant(textwrap.dedent(before)))
        result = rewrite(marked)
        assert isinstance(result, Rewrite), result
        change = guards.Change(marked.code.source, result.edits)
        assert change.after == variant(textwrap.dedent(after))
        assert guards.unplanned(change) is None
        return result.unsafe

    return run


@pytest.fixture
def marked() -> Callable[[str], Marked]:
    """A source with its marks read."""
    return lambda text: read(textwrap.dedent(text))


@pytest.fixture
def refusal() -> Callable[..., str]:
    """The reason for which a rewrite is refused."""

    def run(before: str, rewrite: Callable[[Marked], Rewrite | str]) -> str:
        result = rewrite(read(textwrap.dedent(before)))
        assert isinstance(result, str), guards.Change(read(textwrap.dedent(before)).code.source, result.edits).after
        return result

    return run
