"""A loop over blocks in which a variable keeps the last call, or the first: a list that keeps all in its place."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.names import fresh, names_in
from flake8_toolloop.fixes.prune import Pruner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_toolloop.findings import Edit
    from flake8_toolloop.fixes.code import Code


LIST_NAMES = ("calls", "tool_calls", "tool_uses", "blocks")
_COUNTED = ("call", "use", "block", "tool", "request")


@dataclass(frozen=True)
class Search:
    """The parts of a loop that looks for a call, whatever else it does."""

    loop: ast.For
    keep: ast.Assign
    """``call = block`` in it."""
    unset: ast.Assign
    """``call = None`` before it."""
    leave: ast.Break | None
    """The ``break`` behind the keeping."""
    listed: str
    """The name of the list that keeps all calls."""

    def edits(self, code: Code) -> Iterator[Edit]:
        """The list in the place of the variable; the loop goes on behind the first call."""
        assert isinstance(self.keep.value, ast.Name)
        yield code.replace(self.unset, f"{self.listed} = []")
        yield code.replace(self.keep, f"{self.listed}.append({self.keep.value.id})")
        if self.leave is not None:
            yield from Pruner(code, [self.leave]).edits()


def searching_loop(code: Code, keep: ast.AST) -> ast.For | None:
    """The loop that looks for a call, where it is kept by ``call = block`` in it."""
    loops = (outer for outer in code.ancestors(keep) if isinstance(outer, ast.For))
    return next((loop for loop in loops if _keeps(keep, loop)), None)


def read_search(code: Code, loop: ast.For, pick: ast.AST) -> Search | str:
    """The search that a loop over blocks does, or why it cannot keep all calls."""
    more = "the loop that finds the first call does more than that"
    keeps = [pick] if pick is not loop else [node for node in ast.walk(loop) if _keeps(node, loop)]
    keep = keeps[0] if len(keeps) == 1 else None
    if not isinstance(keep, ast.Assign) or loop.orelse:
        return more
    target = keep.targets[0]
    assert isinstance(target, ast.Name)
    names = code.names(loop)
    unset = _unset(code, loop, target.id, keep)
    if unset is None or target.id in names.foreign:
        return more
    if any(code.within(load, loop) for load in names.loads[target.id]):
        return f"the loop that finds the first call reads {target.id} itself"
    body = code.block(keep)
    after = body[body.index(keep) + 1 :]
    leave = after[0] if after and isinstance(after[0], ast.Break) else None
    if any(isinstance(n, (ast.Break, ast.Return)) and n is not leave for n in ast.walk(loop)):
        return more
    plural = [f"{target.id}s"] if target.id.lower().endswith(_COUNTED) else []
    listed = fresh(code, loop, [*plural, *LIST_NAMES])
    return Search(loop, keep, unset, leave, listed)


def _keeps(node: ast.AST, loop: ast.For) -> bool:
    """``call = block``: the loop's own variable is kept under another name."""
    return (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Name)
        and isinstance(loop.target, ast.Name)
        and node.value.id == loop.target.id
    )


def _unset(code: Code, loop: ast.For, name: str, keep: ast.Assign) -> ast.Assign | None:
    """``call = None`` before the loop, where nothing else binds the name."""
    stores = [code.statement(node) for node in code.names(loop).stores[name]]
    others = [statement for statement in stores if statement is not keep]
    block = code.block(loop)
    if len(others) != 1 or others[0] not in block[: block.index(loop)]:
        return None
    unset = others[0]
    plain = isinstance(unset, ast.Assign) and len(unset.targets) == 1 and isinstance(unset.targets[0], ast.Name)
    empty = plain and isinstance(unset, ast.Assign) and isinstance(unset.value, ast.Constant) and not unset.value.value
    between = block[block.index(unset) + 1 : block.index(loop)]
    if not empty or not isinstance(unset, ast.Assign) or name in names_in(between):
        return None
    return unset
