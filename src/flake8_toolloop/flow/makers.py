"""Functions of other files that make a message of what they are given: ``history.append(as_message(blocks))``.

Only those that do nothing else are taken: what happens to a content on the way to its message is not looked at there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.flow.index import Index, Scope, Where, dotted
from flake8_toolloop.flow.provenance import Provenance
from flake8_toolloop.flow.values import Const, Func

ENTERS = ("append", "extend", "iadd", "insert")


def calls_of_makers(prov: Provenance, dialect: Dialect) -> Iterator[tuple[ast.Call, Where, Scope, str]]:
    """The calls that put an assistant message into a list, with the function in another file and its parameter."""
    if prov.outside is None:
        return
    for call, where in entering(prov.index):
        if dotted(call.func).partition(".")[0] not in prov.index.imports:
            continue
        callee = prov.value_at(call.func, where)
        if isinstance(callee, Func) and callee.scope.file is not prov.index:
            taken = parameter(prov, dialect, callee.scope)
            if taken is not None:
                yield call, where, callee.scope, taken


def entering(index: Index) -> Iterator[tuple[ast.Call, Where]]:
    """The calls whose value is put into a list."""
    for scope in (index.module, *index.functions):
        for mutations in scope.mutations.values():
            for mutation in mutations:
                if mutation.op in ENTERS and mutation.args:
                    taken = mutation.args[-1]
                    for node in taken.elts if isinstance(taken, (ast.List, ast.Tuple)) else (taken,):
                        if isinstance(node, ast.Call):
                            yield node, mutation.where


def parameter(prov: Provenance, dialect: Dialect, scope: Scope) -> str | None:
    """The parameter that a function makes an assistant message of, as its only statement."""
    body = getattr(scope.node, "body", None)
    if not isinstance(body, list):
        return None
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]  # the docstring
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.Dict):
        return None
    made = body[0].value
    fields = {k.value: v for k, v in zip(made.keys, made.values, strict=True) if isinstance(k, ast.Constant)}
    content = fields.get(dialect.content_field)
    if set(fields) != {"role", dialect.content_field} or len(made.keys) != len(fields):
        return None
    if not isinstance(content, ast.Name) or content.id not in scope.params:
        return None
    role = prov.eval(fields["role"], prov.env_end(scope))
    return content.id if isinstance(role, Const) and role.value == dialect.assistant else None
