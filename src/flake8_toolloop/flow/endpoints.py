"""Which server a file speaks to, as far as its own words say: what decides whether a field of a message matters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from flake8_toolloop.dialects.base import Dialect, Endpoint
from flake8_toolloop.flow import servers
from flake8_toolloop.flow.index import Call, Where, place_of
from flake8_toolloop.flow.servers import evident, short_names
from flake8_toolloop.flow.values import Const, Record, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


@dataclass(frozen=True)
class Spoken:
    """The endpoints that a file speaks to."""

    needing: tuple[Endpoint, ...] = ()
    """Those that need a reasoning field back."""
    reads: str | None = None
    """A reasoning field that the code handles: whatever the endpoint is, it has one."""
    open: bool = False
    """The address is a setting of the run: nothing in the code says which endpoint it is."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of which one has to go back; empty where nothing says so."""
        found = [name for endpoint in self.needing for name in endpoint.fields]
        if self.reads is not None:
            found.append(self.reads)
        return tuple(dict.fromkeys(found))

    @property
    def title(self) -> str:
        return self.needing[0].name if self.needing else ""


def spoken(teller: Teller) -> Spoken:
    """What the file says of its endpoints: addresses, names of models, clients, variables, fields that it reads."""
    dialect, index = teller.dialect, teller.index
    names = short_names(index)
    own = set(PurePath(teller.path).parts)  # a package that imports itself is no client of itself
    modules = {module.split(".")[0] for module in index.imports.values()} - own
    wanted = {f for e in dialect.endpoints for f in e.request_fields}
    asked = request_fields(teller) if wanted & index.strings else set()
    found = [
        e
        for e in dialect.endpoints
        if evident(e, index.strings, names, modules) or not asked.isdisjoint(e.request_fields)
    ]
    if silent(teller):
        return Spoken()
    given = list(addresses(teller))
    if not found:
        found = named_by_values(teller, given)
    if not found and (given or not requested(teller)):
        found = servers.of_imports(teller)
    told = [f for f in dialect.telling_fields if f in index.strings or f in index.attributes]
    return Spoken(
        tuple(e for e in found if not e.refuses),
        told[0] if told else None,
        not found and any(is_setting(value) for value, _ in given),
    )


def named_by_values(teller: Teller, given: list[tuple[ast.expr, Where]]) -> list[Endpoint]:
    """The endpoints whose address or model a constant of another file names."""
    nodes = list(given)
    for call in requested(teller):
        nodes += [(k.value, call.where) for k in call.node.keywords if k.arg == teller.dialect.model]
    values = [o.value for node, where in nodes for o in options(teller.prov.value_at(node, where))]
    texts = {v.value for v in values if isinstance(v, Const) and isinstance(v.value, str)}
    return [e for e in teller.dialect.endpoints if texts and evident(e, texts, texts, set())]


def requested(teller: Teller) -> list[Call]:
    """The requests of the file by their spelling."""
    calls = teller.index.calls_by_name.values()
    return [call for named in calls for call in named if teller.prov.requests.spelled(call)]


def refused(teller: Teller) -> bool:
    """Whether the file speaks to a server that refuses the reasoning fields."""
    dialect, index = teller.dialect, teller.index
    names = short_names(index)
    modules = {module.split(".")[0] for module in index.imports.values()}
    return any(e.refuses and evident(e, index.strings, names, modules) for e in dialect.endpoints)


def silent(teller: Teller) -> bool:
    """Whether no request of the file brings reasoning: its models have none, or it is switched off."""
    dialect = teller.dialect
    models: list[str] = []
    for calls in teller.index.calls_by_name.values():
        for call in calls:
            if not teller.prov.requests.spelled(call):
                continue
            given = {k.arg: k.value for k in call.node.keywords if k.arg}
            if any(switched_off(dialect, name, value) for name, value in given.items()):
                return True
            model = teller.prov.value_at(given["model"], call.where) if "model" in given else None
            if not isinstance(model, Const):
                return False
            models.append(str(model.value).rpartition("/")[2])
    return bool(models) and all(m.startswith(dialect.models_without_reasoning) for m in models)


def switched_off(dialect: Dialect, name: str, value: ast.expr) -> bool:
    """Whether an argument of a request, or a key in the further body that it is given, switches reasoning off."""
    if isinstance(value, ast.Constant):
        return (name, value.value) in dialect.switches_off
    if name != "extra_body":
        return False
    inner = [v for n in ast.walk(value) if isinstance(n, ast.Dict) for v in zip(n.keys, n.values, strict=False)]
    return any(
        isinstance(k, ast.Constant) and isinstance(v, ast.Constant) and (k.value, v.value) in dialect.body_switches_off
        for k, v in inner
    )


def request_fields(teller: Teller) -> set[str]:
    """The fields that requests of the dialect are given beside the named ones: spread into them, or as further body."""
    found: set[str] = set()
    for calls in teller.index.calls_by_name.values():
        for call in calls:
            if not teller.prov.requests.spelled(call):
                continue
            for keyword in call.node.keywords:
                if keyword.arg not in (None, "extra_body"):
                    continue
                value = teller.prov.value_at(keyword.value, call.where)
                if isinstance(value, Record):
                    found |= {*value.fields, *(s.key for s in value.sets)}
                place = place_of(keyword.value)
                mutations = call.where.scope.mutations.get(place, ()) if place is not None else ()
                found |= {m.key for m in mutations if m.op == "set" and m.key is not None}
    return found


def addresses(teller: Teller) -> Iterator[tuple[ast.expr, Where]]:
    """The addresses that clients of the file are made with."""
    for calls in teller.index.calls_by_name.values():
        for call in calls:
            for keyword in call.node.keywords:
                if keyword.arg in ("base_url", "api_base"):
                    yield keyword.value, call.where


def is_setting(node: ast.expr) -> bool:
    """Whether an address is not written in the code."""
    return not isinstance(node, ast.Constant)
