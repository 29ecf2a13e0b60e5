"""A request's messages as the API reads them: messages of the same role that follow each other are one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flake8_toolloop.dialects.anthropic import ANTHROPIC
from flake8_toolloop.dialects.anthropic_errors import NOISE

Block = Mapping[str, Any]
Body = Mapping[str, Any]
IDENTITIES = ("id", "tool_use_id", ANTHROPIC.signature, "data")


@dataclass(frozen=True)
class Item:
    """A block of a request, and where it stands in it as it was sent."""

    block: Block
    message: int
    index: int

    @property
    def place(self) -> str:
        return f"messages.{self.message}.content.{self.index}"

    @property
    def type(self) -> str:
        return kind(self.block)


@dataclass(frozen=True)
class Message:
    """Consecutive messages of one role, joined."""

    role: str
    items: tuple[Item, ...]
    first: int
    """The index of the first of them in the request."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(item.block for item in self.items)


def kind(block: Block) -> str:
    """The block's type, "" where it says none."""
    return str(block.get("type", ""))


def deliberates(block: Block) -> bool:
    return kind(block) in ANTHROPIC.deliberation


def blocks(content: object) -> list[Block]:
    """The blocks of a message's content; plain text is one text block, empty text none."""
    if isinstance(content, str):
        return [{"type": ANTHROPIC.text, "text": content}] if content else []
    if not isinstance(content, list):
        return []
    return [block if isinstance(block, dict) else {} for block in content]  # each keeps its index


def raw_messages(body: Body) -> Iterator[tuple[int, str, list[Block]]]:
    """Index, role and blocks of each message as it was sent."""
    messages = body.get("messages")
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            yield index, str(message.get("role", "")), blocks(message.get("content"))


def joined(body: Body) -> list[Message]:
    """The messages of a request as the API joins them."""
    found: list[Message] = []
    for number, role, content in raw_messages(body):
        items = tuple(Item(block, number, index) for index, block in enumerate(content))
        if found and found[-1].role == role:
            found[-1] = Message(role, found[-1].items + items, found[-1].first)
        else:
            found.append(Message(role, items, number))
    return found


def canonical(block: Block) -> str:
    """The same text for blocks that mean the same: no order of keys, no nulls, none of the fields that are noise."""
    kept = {key: value for key, value in block.items() if value is not None and key not in NOISE}
    if kept.get("citations") == []:
        del kept["citations"]
    return json.dumps(kept, sort_keys=True, ensure_ascii=False)


def identity(block: Block) -> tuple[str, str, str] | None:
    """What tells a block from all others even when something else of it was changed."""
    for key in IDENTITIES:
        value = block.get(key)
        if isinstance(value, str) and value:
            return kind(block), key, value
    return None


def same(original: Block, replayed: Block) -> bool:
    """Whether a block came back as it was. What is written into an omitted thinking text is ignored by the API."""
    if canonical(original) == canonical(replayed):
        return True
    omitted = kind(original) == "thinking" and not original.get("thinking")
    return omitted and identity(original) == identity(replayed)


def changed_fields(original: Block, replayed: Block) -> list[str]:
    """The names of the fields that differ, the noise left out."""
    keys = dict.fromkeys([*original, *replayed])
    return [key for key in keys if key not in NOISE and original.get(key) != replayed.get(key)]


def added_fields(original: Block, replayed: Block) -> list[str]:
    """The names of the fields that a block came without, those that only requests have left out."""
    return [key for key in replayed if key not in original and key != "cache_control"]


def calls(content: Sequence[Block]) -> list[str]:
    """The ids of the client's tool calls."""
    return [str(block.get("id")) for block in content if kind(block) == ANTHROPIC.call]


def real_user(message: Message) -> bool:
    """Whether a message is the user's own: it brings no results."""
    return message.role == ANTHROPIC.user and all(item.type != ANTHROPIC.result for item in message.items)


def thinking_type(body: Body) -> str:
    """The request's thinking mode, "" where it says none."""
    thinking = body.get(ANTHROPIC.switch)
    return str(thinking.get("type", "")) if isinstance(thinking, dict) else ""
