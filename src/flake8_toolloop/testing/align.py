"""Which message of a request is which received turn, and which block of it which block of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.testing.wire import (
    Block,
    Body,
    Item,
    Message,
    canonical,
    identity,
    joined,
    kind,
    same,
)


@dataclass(frozen=True)
class Received:
    """A turn as it was received, with the request that it answers."""

    request: Body
    content: tuple[Block, ...]
    stop_reason: str


@dataclass(frozen=True)
class Sent:
    """A block that the provider sent: turn and position count from 0."""

    turn: int
    position: int
    block: Block


@dataclass(eq=False)
class Pair:
    """Turns that a request holds as one message, and that message; none where the turns are missing from it."""

    sent: tuple[Sent, ...]
    message: Message | None = None
    back: dict[int, Item] = field(default_factory=dict)
    """By index in ``sent``: the block that came back, the same or changed."""
    extra: list[Item] = field(default_factory=list)
    """Blocks of the message that are none of the turn's."""

    def origin(self, item: Item) -> int | None:
        """The index in ``sent`` of what came back as this block."""
        return next((index for index, other in self.back.items() if other is item), None)


@dataclass(eq=False)
class Alignment:
    """The turns of a conversation in a later request."""

    pairs: list[Pair]
    messages: list[Message]
    """All messages of the request, joined."""
    own: list[Message]
    """Its assistant messages that are none of the turns: the client made them up."""

    def pair_of(self, message: Message) -> Pair | None:
        return next((pair for pair in self.pairs if pair.message is message), None)


def align(received: Sequence[Received], request: Body) -> Alignment:
    """Find each turn in the request: in order, by what they share most."""
    messages = joined(request)
    given = {_text(message) for message in joined(received[0].request)} if received else set()
    candidates = [m for m in messages if m.role == ANTHROPIC.assistant and m.items and _text(m) not in given]
    pairs = [Pair(tuple(group)) for group in _groups(received)]
    for pair, message in _best(pairs, candidates):
        pair.message = message
        _match(pair, message)
    taken = [pair.message for pair in pairs]
    own = [message for message in candidates if not any(message is other for other in taken)]
    return Alignment(pairs, messages, own)


def _text(message: Message) -> tuple[str, ...]:
    return (message.role, *(canonical(block) for block in message.blocks))


def _groups(received: Sequence[Received]) -> list[list[Sent]]:
    """The turns as messages: a paused turn and what continues it are one."""
    groups: list[list[Sent]] = []
    for turn, one in enumerate(received):
        sent = [Sent(turn, position, block) for position, block in enumerate(one.content)]
        if turn and received[turn - 1].stop_reason == "pause_turn":
            groups[-1].extend(sent)
        else:
            groups.append(sent)
    return groups


def _best(pairs: Sequence[Pair], messages: Sequence[Message]) -> list[tuple[Pair, Message]]:
    """The pairing in order with the most in common (as in a longest common subsequence)."""
    expected = [_Traits([sent.block for sent in pair.sent]) for pair in pairs]
    actual = [_Traits(message.blocks) for message in messages]
    width = len(messages) + 1
    best = [[0] * width for _ in range(len(pairs) + 1)]
    for i in range(len(pairs) - 1, -1, -1):
        for j in range(width - 2, -1, -1):
            shared = expected[i].shared(actual[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], shared + best[i + 1][j + 1] if shared else 0)
    found, i, j = [], 0, 0
    while i < len(pairs) and j < width - 1:
        shared = expected[i].shared(actual[j])
        if shared and best[i][j] == shared + best[i + 1][j + 1]:
            found.append((pairs[i], messages[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


class _Traits:
    """What a list of blocks can be recognised by."""

    def __init__(self, content: Sequence[Block]) -> None:
        self.texts = {canonical(block) for block in content}
        self.identities: set[Any] = {identity(block) for block in content} - {None}
        self.types = {kind(block) for block in content}

    def shared(self, other: _Traits) -> int:
        exact, known = len(self.texts & other.texts), len(self.identities & other.identities)
        return 4 * exact + 3 * known + len(self.types & other.types)


def _match(pair: Pair, message: Message) -> None:
    """Pair blocks: the same ones first, then those with the same identity, then those of the same type, in order."""
    left = list(message.items)
    for fits in (same, _same_identity, _same_type):
        for index, sent in enumerate(pair.sent):
            if index in pair.back:
                continue
            item = next((item for item in left if fits(sent.block, item.block)), None)
            if item is not None:
                pair.back[index] = item
                left = [other for other in left if other is not item]
    pair.extra = left


def _same_identity(original: Block, replayed: Block) -> bool:
    return identity(original) is not None and identity(original) == identity(replayed)


def _same_type(original: Block, replayed: Block) -> bool:
    return kind(original) == kind(replayed)
