"""Parts of a statement that go where the statement stays: a name of a tuple assignment, the counter of a loop."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.names import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code


def pair_of(code: Code, node: ast.AST) -> tuple[ast.Assign, int] | None:
    """The assignment and the number of a name in ``blocks, calls = [], []``, where each side can lose one element."""
    statement = code.statement(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
        return None
    if any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts)):
        return None
    number = next((n for n, element in enumerate(target.elts) if element is node), None)
    return (statement, number) if number is not None and statement.end_lineno == statement.lineno else None


def shortened(code: Code, statement: ast.Assign, going: Iterable[int]) -> Iterator[Edit]:
    """A tuple assignment without some of its names, of which others stay."""
    for side in (statement.targets[0], statement.value):
        assert isinstance(side, ast.Tuple)
        kept = [code.text(e) for n, e in enumerate(side.elts) if n not in going]
        text = ", ".join(kept)
        yield code.replace(side, f"({text})" if len(kept) > 1 and code.text(side).startswith("(") else text)


def without_counter(code: Code, loop: ast.AST, removed: Iterable[ast.AST], read: set[str]) -> list[Edit]:
    """``for block in blocks`` for ``for i, block in enumerate(blocks)``, where nothing reads the number any more."""
    if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Tuple) or len(loop.target.elts) != 2:
        return []
    counter, element = loop.target.elts
    call = loop.iter
    counts = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "enumerate"
    if not counts or not isinstance(call, ast.Call) or not call.args or isinstance(call.args[0], ast.Starred):
        return []
    places = list(removed)
    names = code.names(loop)
    if not isinstance(counter, ast.Name) or counter.id in read | names.foreign | names_in([element, call]):
        return []
    loads = names.loads[counter.id]
    gone = [n for n in loads if any(code.within(n, place) for place in places)]
    if not gone or len(gone) != len(loads) or names.stores[counter.id] != [counter]:
        return []
    return [code.replace(loop.target, code.text(element)), code.replace(call, code.text(call.args[0]))]
