"""Thinking is bound to what stood before it: system prompt, tools and all earlier messages.

Permitted: leaving out thinking oldest first, moving `cache_control`, joining or splitting messages of one role.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.align import Alignment, Received, Sent
from flake8_toolloop.testing.wire import Block, Body, Item, blocks, canonical, deliberates, joined


@dataclass(frozen=True)
class Mismatch:
    """A thinking block whose prefix is not what it was."""

    item: Item
    turn: int
    what: str
    own: bool
    """Only the model's own turns differ."""


Entry = tuple[str, str, bool]
"""Role, block, whether it is deliberation."""


def mismatches(received: Sequence[Received], request: Body, found: Alignment) -> Iterator[Mismatch]:
    """Each thinking block of a request that came back with another prefix."""
    before: list[Entry] = []
    origins = _origins(found)
    known: dict[int, list[Entry]] = {}
    for message in found.messages:
        for item in message.items:
            sent = origins.get(id(item))
            if sent is not None and deliberates(item.block):
                one = received[sent.turn]
                if sent.turn not in known:
                    known[sent.turn] = _history(one.request)
                own = [_entry(ANTHROPIC.assistant, block) for block in one.content[: sent.position]]
                told = _difference(one.request, request, known[sent.turn] + own, before)
                if told:
                    yield Mismatch(item, sent.turn, *told)
            before.append(_entry(message.role, item.block))


def _origins(found: Alignment) -> dict[int, Sent]:
    return {id(item): pair.sent[index] for pair in found.pairs for index, item in pair.back.items()}


def _history(request: Body) -> list[Entry]:
    return [_entry(message.role, block) for message in joined(request) for block in message.blocks]


def _entry(role: str, block: Block) -> Entry:
    return role, canonical(block), deliberates(block)


def _difference(then: Body, now: Body, old: list[Entry], new: list[Entry]) -> tuple[str, bool] | None:
    """What differs in words, and whether only the model's own turns do; None where nothing does."""
    if _system(then) != _system(now):
        return "`system` is not what it was", False
    if _tools(then) != _tools(now):
        return "`tools` are not what they were", False
    if _said(old, assistant=False) != _said(new, assistant=False):
        return "an earlier message is not what it was", False
    if _said(old, assistant=True) != _said(new, assistant=True):
        return "an earlier turn is not what it was", True
    thoughts, left = [e for e in old if e[2]], [e for e in new if e[2]]
    if thoughts[len(thoughts) - len(left) :] != left:
        return "earlier thinking is not what it was", True
    return None


def _said(entries: list[Entry], *, assistant: bool) -> list[Entry]:
    """What was said, without deliberation: all of it, or without the model's own turns."""
    return [e for e in entries if not e[2] and (assistant or e[0] != ANTHROPIC.assistant)]


def _system(body: Body) -> list[str]:
    return [canonical(block) for block in blocks(body.get("system"))]


def _tools(body: Body) -> list[str]:
    return [canonical(tool) for tool in blocks(body.get("tools"))]
