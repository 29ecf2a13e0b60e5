"""Classes of the project's own that mirror a message of the wire field by field, and are sent as they are dumped.

What such a class has no field for does not go back: making one of a received message is making the message by hand.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from flake8_toolloop.flow.calls import field_names
from flake8_toolloop.flow.carriers import declared
from flake8_toolloop.flow.index import Scope
from flake8_toolloop.flow.sinks import MessageSink
from flake8_toolloop.flow.values import Class

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def sent_as_it_is(teller: Teller, sink: MessageSink) -> bool:
    """Whether a message is an object that only holds what the wire has, in a list that a request sends."""
    node = sink.literal.node
    value = teller.prov.value_at(node.func, sink.where) if isinstance(node, ast.Call) else None
    place = teller.history_place(sink)
    if not isinstance(value, Class) or value.scope is None or place is None:
        return False
    return (
        mirrors(teller, value.scope)
        and teller.sinks.fields_given(sink) <= wire_fields(teller)
        and not written_elsewhere(teller)
        and teller.histories.is_sent(teller.histories.node(*place))
    )


def wire_fields(teller: Teller) -> set[str]:
    dialect = teller.dialect
    return {"role", "name", "refusal", dialect.content_field, dialect.calls_field, dialect.result_id}


def mirrors(teller: Teller, cls: Scope) -> bool:
    """Whether a class has the fields of a message, those of calls among them, and no place for anything else."""
    names = set(field_names(cls))
    dialect = teller.dialect
    if not {"role", dialect.calls_field} <= names or not names.isdisjoint(dialect.deliberation_fields):
        return False
    settings = [b.value for name in ("model_config", "Config") for b in cls.bindings.get(name, ())]
    return not any(True for _ in cls.bases()) and not settings and not declared(teller, cls)


def written_elsewhere(teller: Teller) -> bool:
    """Whether the file makes messages with calls of what is stored: then that is the place where fields are lost."""
    return any(
        isinstance(other.literal.node, ast.Dict) and teller.dialect.calls_field in teller.sinks.fields_given(other)
        for other in teller.message_sinks
    )
