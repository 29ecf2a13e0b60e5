"""Clients that cannot carry the deliberation of the provider that they are pointed at.

Told of every file that the prefilter lets through, whatever dialect it speaks: these clients speak another one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.clients import (
    CLIENTS,
    REPAIR_EFFECT,
    REPAIRED_CALLS,
    REPAIRED_FIELDS,
    REPAIRER,
    REPAIRS,
    ClientClass,
    Host,
)
from flake8_toolloop.findings import Confidence
from flake8_toolloop.flow.index import Call, Scope, dotted
from flake8_toolloop.flow.sinks import fields_of
from flake8_toolloop.flow.story import Evidence, LossyClient
from flake8_toolloop.flow.values import Const, Record, Text, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller) -> None:
    """State the clients of the file that lose deliberation, where tools are in sight."""
    for kind in CLIENTS:
        for name in kind.names:
            for call in teller.index.calls_by_name.get(name, ()):
                if comes_from(teller, call, kind.modules):
                    teller.within_budget(call.node, lambda c=call, k=kind: client(teller, c, k))  # type: ignore[misc]
    if REPAIRER in teller.index.imports.values():
        teller.within_budget(teller.index.tree, lambda: repaired(teller))


def comes_from(teller: Teller, call: Call, modules: tuple[str, ...]) -> bool:
    """Whether the class that is called was imported from one of these modules."""
    first = dotted(call.node.func).split(".")[0]
    source = teller.index.imports.get(first, "")
    return source.startswith(modules)


def client(teller: Teller, call: Call, kind: ClientClass) -> None:
    fields = fields_of(call.node)
    address = next((text for a in kind.addresses for text in texts(teller, fields.get(a), call)), "")
    for host in kind.hosts:
        if host.address in address and any(carried(teller, call, kind, host)):
            state(teller, call.node, f"`{call.name}`", host.why, host.effect)
            return


def carried(teller: Teller, call: Call, kind: ClientClass, host: Host) -> Iterator[bool]:
    """For each way in which the client gets tools: whether a model is asked with them that returns deliberation."""
    own = fields_of(call.node)
    for name in kind.tools:
        for use in teller.index.calls_by_name.get(name, ()):
            asked = fields_of(use.node)
            if name not in ("create", "parse", "stream"):
                models = texts(teller, own.get("model") or own.get("model_name"), call)
                wanted = [own.get("extra_body"), own.get("model_kwargs")]
            elif dotted(use.node.func).endswith(f"completions.{name}") and "tools" in asked:
                models = texts(teller, asked.get("model"), use)
                wanted = [asked.get("extra_body")]
            else:
                continue
            switched = not host.asked or any(
                w is not None and holds(teller.prov.value_at(w, call.where), host.asked) for w in wanted
            )
            yield switched and bool(models) and all(host.models.match(m) for m in models)


def texts(teller: Teller, node: ast.expr | None, call: Call) -> list[str]:
    """The strings that an argument may be; none where it is not known."""
    if node is None:
        return []
    found = [o.value for o in options(teller.prov.value_at(node, call.where))]
    if not all((isinstance(v, Const) and isinstance(v.value, str)) or isinstance(v, Text) for v in found):
        return []
    return [str(v.value) for v in found if isinstance(v, Const)]


def holds(value: Value, key: str) -> bool:
    """Whether a dict has a key at its top, switched on."""
    inner = value.get(key) if isinstance(value, Record) else None
    kind = inner.get("type") if isinstance(inner, Record) else None
    return isinstance(inner, Record) and not (isinstance(kind, Const) and kind.value == "disabled")


def repaired(teller: Teller) -> None:
    """``litellm.modify_params = True`` in a file that asks for deliberation and offers tools."""
    asks = [
        call
        for name in REPAIRED_CALLS
        for call in teller.index.calls_by_name.get(name, ())
        if {"tools"} <= set(fields_of(call.node)) and set(REPAIRED_FIELDS) & set(fields_of(call.node))
    ]
    for scope in (teller.index.module, *teller.index.functions) if asks else ():
        for node in switched_on(teller, scope):
            state(teller, node, f"`{REPAIRER}.{REPAIRS}`", "it hides that a turn has lost its thinking", REPAIR_EFFECT)


def switched_on(teller: Teller, scope: Scope) -> Iterator[ast.AST]:
    for place, bindings in scope.bindings.items():
        owner, _, key = place.rpartition(".")
        if key == REPAIRS and teller.index.imports.get(owner) == REPAIRER:
            for binding in bindings:
                if isinstance(binding.value, ast.Constant) and binding.value.value is True and binding.node is not None:
                    yield binding.node


def state(teller: Teller, node: ast.AST, client: str, why: str, effect: str) -> None:
    teller.story.clients.append(
        LossyClient(teller.spans.of(node), teller.dialect, Evidence(Confidence.LIKELY), client, why, effect)
    )
