"""The user messages of a file with what they hold: the answers to turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.flow.sinks import Instance, MessageSink
from flake8_toolloop.flow.values import Part, Record, Value, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


@dataclass(frozen=True, eq=False)
class Content:
    """What one user message holds in one calling context."""

    sink: MessageSink
    instance: Instance
    value: Value

    def alternatives(self, teller: Teller) -> Iterator[list[Part]]:
        """The parts of each alternative of the content."""
        for option in options(self.value):
            yield teller.prov.parts(option.value)


def contents(teller: Teller) -> list[Content]:
    """The contents of all user messages, as they stand and through the callers of their functions."""
    found: list[Content] = []
    for sink in teller.message_sinks:
        if sink.role in (None, teller.dialect.user):
            teller.within_budget(sink.content, lambda s=sink: found.extend(of_message(teller, s)))  # type: ignore[misc]
    return found


def of_message(teller: Teller, sink: MessageSink) -> Iterator[Content]:
    for up in (0, 1):
        for instance in teller.sinks.instances(sink.where, up=up):
            role = sink.role or teller.sinks.role_in(sink, instance.env)
            if role in (None, teller.dialect.user):
                yield Content(sink, instance, teller.content_value(sink, instance))


def is_result(teller: Teller, value: Value) -> bool:
    """Whether a value is a result that the code makes."""
    return isinstance(value, Record) and (
        teller.judge.kind_of(value) == teller.dialect.result or value.has(teller.dialect.result_id)
    )


def results_sent(teller: Teller) -> set[int]:
    """The ids of the nodes at which the results are made that go into the user messages of the file."""
    found: set[int] = set()
    for content in contents(teller):
        for parts in content.alternatives(teller):
            for part in parts:
                for option in options(part.value):
                    if is_result(teller, option.value):
                        found.add(id(getattr(option.value, "node", None)))
    return found
