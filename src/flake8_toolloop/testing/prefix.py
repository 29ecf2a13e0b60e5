"""Thinking is bound to what stood before it: system prompt, tools and all earlier messages.

Permitted: leaving out thinking oldest first, moving `cache_control`, joining or splitting messages of one role.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.align import Alignment, Received, Sent
from flake8_toolloop.testing.wire import Block, Body, Item, blocks, canonical, deliberates, joined, kind


@dataclass(frozen=True)
class Mismatch:
    """A thinking block whose prefix is not what it was."""

    item: Item
    turn: int
    what: str
    weight: Weight


class Weight(Enum):
    """What a changed prefix means where the check is not enforced."""

    TOLD = "told"
    """Nothing of its own: only the model's turns differ, and their losses are told already."""
    TRIMMED = "trimmed"
    """The oldest messages were left out."""
    CHANGED = "changed"


class Entry(NamedTuple):
    """One block of a prefix."""

    role: str
    text: str
    type: str
    thought: bool


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
    return Entry(role, canonical(block), kind(block), deliberates(block))


def _difference(then: Body, now: Body, old: list[Entry], new: list[Entry]) -> tuple[str, Weight] | None:
    """What differs, in words; None where nothing does."""
    if _system(then) != _system(now):
        return "`system` is not what it was", Weight.CHANGED
    if _tools(then) != _tools(now):
        return "`tools` are not what they were", Weight.CHANGED
    old, new = _compacted(old), _compacted(new)
    asked, kept = _said(old, assistant=False), _said(new, assistant=False)
    if asked != kept:
        trimmed = len(kept) < len(asked) and asked[len(asked) - len(kept) :] == kept
        return "an earlier message is not what it was", Weight.TRIMMED if trimmed else Weight.CHANGED
    if _said(old, assistant=True) != _said(new, assistant=True):
        return "an earlier turn is not what it was", Weight.TOLD
    thoughts, left = [e for e in old if e.thought], [e for e in new if e.thought]
    if thoughts[len(thoughts) - len(left) :] != left:
        return "earlier thinking is not what it was", Weight.TOLD
    return None


def _compacted(entries: list[Entry]) -> list[Entry]:
    """From the last compaction on: what it sums up may be left out."""
    at = max((n for n, entry in enumerate(entries) if entry.type == "compaction"), default=0)
    return entries[at:]


def _said(entries: list[Entry], *, assistant: bool) -> list[Entry]:
    """What was said, without deliberation: all of it, or without the model's own turns."""
    return [e for e in entries if not e.thought and (assistant or e.role != ANTHROPIC.assistant)]


def _system(body: Body) -> list[str]:
    return [canonical(block) for block in blocks(body.get("system"))]


def _tools(body: Body) -> list[str]:
    return [canonical(tool) for tool in blocks(body.get("tools"))]
