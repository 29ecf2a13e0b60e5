"""Depth: chains are no nesting, what is nested deeply is unknown, and what cannot be walked is said in one line."""

from __future__ import annotations

import ast
import random

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.flow import index
from flake8_toolloop.flow.index import build, elif_chain, leaves, place_of
from flake8_toolloop.settings import Settings

CHAINS = {
    "attributes": lambda n: f"x = a{'.b' * n}",
    "sum": lambda n: f"x = {' + '.join(['f()'] * n)}",
    "elif": lambda n: "if a: pass\n" + "elif b: x.append(f())\n" * n,
    "place": lambda n: f"a{'.b' * n}.append(f())",
}


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS)
def test_chains_are_indexed_whole(chain: object) -> None:
    assert callable(chain)
    size = 900  # ast.parse of some versions refuses more
    found = build(ast.parse(chain(size)))
    calls = len(found.calls_by_name.get("f", ()))
    assert calls == {"sum": size, "elif": size, "place": 1, "attributes": 0}[_name(chain)]


def _name(chain: object) -> str:
    return next(name for name, other in CHAINS.items() if other is chain)


def test_the_operands_are_indexed_in_order() -> None:
    tree = ast.parse("x = a() + b() + (c() + d()) + e()")
    found = build(tree)
    calls = [call for calls in found.calls_by_name.values() for call in calls]
    calls.sort(key=lambda call: call.where.order)
    assert [call.name for call in calls] == ["a", "b", "c", "d", "e"]
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            assert found.parent(node.left) is node
            assert found.parent(node.right) is node


def test_what_is_too_deep_is_left_out(lossy: str) -> None:
    """A loop beside a deep expression keeps its finding."""
    source = f"x = {'not ' * 2 * index.MAX_NESTING}f()\n{lossy}"
    report = analyse(source, "agent.py", Settings())
    assert "TLP101" in [finding.code for finding in report.findings]
    assert "f" not in build(ast.parse(source)).calls_by_name


def test_too_deep_for_the_interpreter(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    def fail(_: ast.Module) -> index.Index:
        raise RecursionError

    monkeypatch.setattr(index, "build", fail)
    found = analyse(lossy, "agent.py", Settings()).findings
    assert [(finding.code, finding.message) for finding in found] == [
        ("TLP901", "cannot be read as Python: nested too deeply")
    ]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("x", "x"),
        ("x.y", "x.y"),
        ("x['k'].y", "x.k.y"),
        ("x[0]['k'][-1]", "x[0].k[-1]"),
        ("x[True]", "x[True]"),
        ("f().y", None),
        ("x[i].y", None),
        ("x[1:2]", None),
    ],
)
def test_places(source: str, place: str | None) -> None:
    assert place_of(ast.parse(source, mode="eval").body) == place


# What holds after an ``if``, told in the way that the tree is built: a reference to hold the one without recursion to.


def after(statement: ast.stmt) -> tuple[str, list[tuple[str, bool]]] | None:
    if not isinstance(statement, ast.If):
        return None
    body, rest = leaves(statement.body), leaves(statement.orelse)
    if body and not rest:
        inner = after(statement.orelse[0]) if len(statement.orelse) == 1 else None
        return "orelse", [(ast.unparse(statement.test), False), *(inner[1] if inner else ())]
    if statement.orelse and rest and not body:
        return "body", [(ast.unparse(statement.test), True)]
    return None


def some_if(chance: random.Random, depth: int = 0) -> str:
    """An ``if`` whose branches leave the block or fall through, some with another in them."""
    pad = "    " * depth

    def body() -> str:
        if depth < 2 and chance.random() < 0.3:
            return some_if(chance, depth + 1)
        return f"{pad}    {chance.choice(('pass', 'return', 'x = 1', 'raise'))}\n"

    text = f"{pad}if a{chance.randrange(9)}:\n{body()}"
    for _ in range(chance.randrange(4)):
        text += f"{pad}elif b{chance.randrange(9)}:\n{body()}"
    return text + (f"{pad}else:\n{body()}" if chance.random() < 0.5 else "")


@pytest.mark.parametrize("seed", range(200))
def test_what_holds_after_a_chain(seed: int) -> None:
    statement = ast.parse(some_if(random.Random(seed))).body[0]
    assert isinstance(statement, ast.If)
    found = index._after_if(elif_chain(statement))
    told = (found[0], [(ast.unparse(test), holds) for test, holds in found[1]]) if found else None  # type: ignore[arg-type]
    assert told == after(statement)
