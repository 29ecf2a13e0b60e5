"""Objects that put the blocks of a turn into a list for each kind, and give them back list by list.

The order in which the blocks came is gone: a signed block that stood between two calls stands before both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Mutation, Scope, chain_of
from flake8_toolloop.flow.values import ELEMENT, Atom, Cond, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller

COPIES = frozenset({"model_dump", "to_dict", "dict", "copy", "model_copy"})


def joined(teller: Teller, fates: Fates) -> bool:
    """Whether a content is made of several lists of one object, each filled with the blocks of other kinds."""
    found = [field_of(o.value) for part in fates.parts for o in options(part.value)]
    owners = {at for at, _ in found}
    fields = {name for _, name in found}
    if None in owners or len(owners) != 1 or len(fields) < 2:
        return False
    if any(part.changed for part in fates.parts):
        return False  # sorted again, perhaps by the numbers that the blocks came with
    return any(
        told_apart(teller, filled, fields) for method in teller.index.functions for filled in fillings(method, fields)
    )


def field_of(value: object) -> tuple[int | None, str]:
    """The object's class and its list, where a value is any element of that list."""
    if isinstance(value, Atom) and value.root.kind == "attr" and value.path == (ELEMENT,) and not value.taken:
        return value.root.at, value.root.name.rpartition(".")[2]
    return None, ""


def fillings(scope: Scope, fields: set[str]) -> Iterator[dict[str, list[Mutation]]]:
    """What a function puts one variable into, for each object and variable: the lists of that object."""
    groups: dict[tuple[str, str], dict[str, list[Mutation]]] = {}
    for place, mutations in scope.mutations.items():
        owner, _, field = place.rpartition(".")
        for mutation in mutations if owner and field in fields else ():
            name = block_of(mutation.args[0]) if mutation.op == "append" and mutation.args else None
            if name is not None:
                groups.setdefault((owner, name), {}).setdefault(field, []).append(mutation)
    yield from (g for g in groups.values() if len(g) > 1)


def block_of(node: ast.expr) -> str | None:
    """The variable that is put into a list, itself or as a copy."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in COPIES:
        node = node.func.value
    return node.id if isinstance(node, ast.Name) else None


def told_apart(teller: Teller, filled: dict[str, list[Mutation]], fields: set[str]) -> bool:
    """Whether signed blocks go to one list alone and calls to another one, by the tests on the way to each."""
    signed = next((k.name for k in teller.dialect.kinds if k.deliberation and k.name in k.fields), None)
    if signed is None or not set(filled) <= fields:
        return False
    own = lists_for(teller, filled, signed)
    calls = lists_for(teller, filled, teller.dialect.call)
    return len(own) == 1 == len(calls) and own != calls and None not in own | calls


def lists_for(teller: Teller, filled: dict[str, list[Mutation]], kind: str) -> set[str | None]:
    """The lists that get blocks of one kind; None among them where a test does not say."""
    found: set[str | None] = set()
    for field, mutations in filled.items():
        for mutation in mutations:
            env = teller.prov.env_at(mutation.where)
            block = mutation.args[0]
            node = block.func.value if isinstance(block, ast.Call) and isinstance(block.func, ast.Attribute) else block
            keys = frozenset(o.value.key for o in options(teller.prov.eval(node, env)) if isinstance(o.value, Atom))
            conds = tuple(Cond(t, h, env) for f in chain_of(mutation.where.frame) for t, h in f.tests)
            verdict = teller.judge.assuming(kind, keys).all(conds)
            if verdict is not False:
                found.add(field if verdict else None)
    return found
