"""What must not change a verdict: the names that a programmer chose, statements that have nothing to do with the turn.

Names are what failed on unseen code, so every program of the rules' fixtures is judged again with all its own names
replaced.
"""

from __future__ import annotations

import ast
import builtins
import random
from pathlib import Path

import pytest

from tests.test_rules import BAD, GOOD, tabs, windows
from tests.told import name, read, told

pytestmark = pytest.mark.slow

SYLLABLES = ("ba", "du", "ki", "lo", "mer", "no", "pex", "qua", "ri", "sto", "tum", "vel", "wo", "zan")
# A rule that goes by the name of a test, or of a private function that nothing mentions, looks at that name on purpose.
KEPT = {"self", "cls", "__name__"}


def verdicts(source: str, path: Path) -> list[tuple[str, int]]:
    return sorted((f.code, f.span.line) for f in told(source, path.name))


def codes(source: str, path: Path) -> list[str]:
    return [code for code, _ in verdicts(source, path)]


class Renamer(ast.NodeTransformer):
    """Gives every name that the program itself binds in functions another one."""

    def __init__(self, tree: ast.Module, seed: int) -> None:
        bound = {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        bound |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        outside = {k.arg for n in ast.walk(tree) if isinstance(n, ast.Call) for k in n.keywords}
        outside |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        outside |= {
            a.asname or a.name for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names
        }
        outside |= {k for n in ast.walk(tree) if isinstance(n, ast.MatchClass) for k in n.kwd_attrs}
        for cls in (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)):
            outside |= {
                t.id for s in cls.body for t in ast.walk(s) if isinstance(t, ast.Name) and isinstance(t.ctx, ast.Store)
            }
        rng = random.Random(seed)
        free = sorted(bound - outside - KEPT - set(dir(builtins)))
        self.new = {old: "".join(rng.choice(SYLLABLES) for _ in range(3)) + f"_{i}" for i, old in enumerate(free)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.new.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.new.get(node.arg, node.arg)
        self.generic_visit(node)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        node.name = self.new.get(node.name or "", node.name)
        self.generic_visit(node)
        return node

    def visit_MatchAs(self, node: ast.MatchAs) -> ast.MatchAs:
        node.name = self.new.get(node.name or "", node.name)
        self.generic_visit(node)
        return node


class Padder(ast.NodeTransformer):
    """Puts a statement of no consequence before every statement of a function."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        first = 1 if ast.get_docstring(node) is not None else 0
        padded = [
            s for statement in node.body[first:] for s in (ast.parse("unrelated = len('x') + 1").body[0], statement)
        ]
        node.body = node.body[:first] + padded
        return node


def renamed(source: str) -> ast.Module:
    tree = ast.parse(source)
    Renamer(tree, seed=len(source)).visit(tree)
    return ast.fix_missing_locations(tree)


def padded(tree: ast.Module) -> ast.Module:
    Padder().visit(tree)
    return ast.fix_missing_locations(tree)


@pytest.mark.parametrize("path", BAD, ids=name)
def test_names_do_not_matter(path: Path) -> None:
    source, _ = read(path)
    plain = ast.unparse(ast.parse(source))
    assert verdicts(ast.unparse(renamed(source)), path) == verdicts(plain, path)
    assert codes(plain, path) == codes(source, path)


@pytest.mark.parametrize("path", BAD, ids=name)
def test_unrelated_statements_do_not_matter(path: Path) -> None:
    source, _ = read(path)
    assert codes(ast.unparse(padded(ast.parse(source))), path) == codes(source, path)


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_a_good_program_is_good_in_any_dress(path: Path) -> None:
    """Its names, its statements, the way that it is written: all changed at once."""
    source, _ = read(path)
    dressed = windows(tabs(ast.unparse(padded(renamed(source)))))
    compile(dressed, path.name, "exec", dont_inherit=True)
    assert codes(dressed, path) == codes(source, path), dressed
