"""A turn whose words one method records while another one records what came of its calls.

Neither method shows it alone: the one has only words, the other only results. Who calls both hands them one response.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.flow import flattened
from flake8_toolloop.flow.index import Where, exclusive
from flake8_toolloop.flow.sinks import Instance, MessageSink
from flake8_toolloop.flow.values import Root, options

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Replayed
    from flake8_toolloop.flow.tell import Teller


def recorded(teller: Teller, replay: Replayed) -> bool:
    """Whether a caller has the text of a turn recorded by a method, and then the results of its calls by another."""
    where, place, content = replay.where, replay.place, replay.content_node
    if where is None or place is None or not isinstance(content, ast.expr):
        return False
    if not where.scope.is_method or not place[1].startswith(f"{where.scope.self_name()}."):
        return False
    for instance in teller.sinks.instances(where, up=1):
        value = teller.prov.eval(content, instance.env)
        for fates in teller.judge.fates(value, instance.conds, ()):
            for root in flattened.text_roots(teller, fates):
                known = root.name == teller.dialect.name and flattened.offers_tools(teller, root)
                if known and answered_later(teller, replay, instance, root):
                    return True
    return False


def answered_later(teller: Teller, replay: Replayed, recording: Instance, root: Root) -> bool:
    """Whether the caller goes on to put what came of the turn's calls into the same list of the object."""
    assert replay.place is not None
    site = teller.index.where.get(id(recording.sites[-1])) if recording.sites else None
    if site is None:
        return False
    target = teller.histories.node(*replay.place)
    for message in teller.message_sinks:
        if message.role != teller.dialect.user or message.scope is replay.place[0]:
            continue
        place = teller.history_place(message)
        if place is None or teller.histories.node(*place) != target:
            continue
        for instance, where in contexts(teller, message):
            later = where.scope is site.scope and where.order > site.order and not exclusive(where.frame, site.frame)
            if later and of_calls(teller, message, instance, root):
                return True
    return False


def contexts(teller: Teller, message: MessageSink) -> Iterator[tuple[Instance, Where]]:
    """Where a message enters its list, as it stands and through the calls of its method."""
    for instance in teller.sinks.instances(message.where):
        yield instance, message.where
    for instance in teller.sinks.instances(message.where, up=1):
        site = teller.index.where.get(id(instance.sites[-1])) if instance.sites else None
        if site is not None:
            yield instance, site


def of_calls(teller: Teller, message: MessageSink, instance: Instance, root: Root) -> bool:
    """Whether a message holds results of a turn's calls, or tells of them."""
    content = teller.prov.eval(message.content, instance.env)
    told = any(root in flattened.roots_of(o.value, told=True) for o in options(content))
    return told or flattened.answers(teller, content, root)
