"""A client without a network: it plays a script and writes down what it is sent.

It has the part of the Anthropic client that this example uses: `client.messages.create(**request)` returns a message
with blocks that have attributes, `model_dump()` and `to_dict()`. It refuses nothing: judge.py says afterwards what a
strict API would have said.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any


class Block:
    """One block of a turn, with its fields as attributes."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """All fields, as a dict."""
        return copy.deepcopy(self.__dict__)

    to_dict = model_dump

    def __repr__(self) -> str:
        return f"Block({', '.join(f'{key}={value!r}' for key, value in self.__dict__.items())})"


class Message:
    """A response."""

    def __init__(self, number: int, blocks: Iterable[Block]) -> None:
        self.id = f"msg_{number:02}"
        self.type = "message"
        self.role = "assistant"
        self.content = list(blocks)
        self.stop_reason = "tool_use" if any(block.type == "tool_use" for block in self.content) else "end_turn"

    def model_dump(self, **_: Any) -> dict[str, Any]:
        """All fields, as a dict."""
        return {**self.__dict__, "content": [block.model_dump() for block in self.content]}

    to_dict = model_dump

    def to_param(self) -> dict[str, Any]:
        """The message as the next request wants it."""
        return {"role": self.role, "content": [block.model_dump() for block in self.content]}


class Messages:
    """`client.messages`: plays the script, one turn a request."""

    def __init__(self, script: Iterable[list[Block]]) -> None:
        self._script = iter(script)
        self.requests: list[list[dict[str, Any]]] = []
        """The messages of each request, as they were when it was made."""
        self.turns: list[list[dict[str, Any]]] = []
        """The blocks that each request was answered with."""

    def create(self, *, messages: list[Any], **_: Any) -> Message:
        """Answer with the script's next turn."""
        self.requests.append([plain(message) for message in messages])
        message = Message(len(self.turns) + 1, next(self._script))
        self.turns.append(plain(message.content))
        return message


class FakeClient:
    """Stands in for `anthropic.Anthropic()`."""

    def __init__(self, script: Iterable[list[Block]]) -> None:
        self.messages = Messages(script)


def plain(value: Any) -> Any:
    """A copy as dicts and lists, without fields that are None: what would go over the wire."""
    if isinstance(value, (Block, Message)):
        value = value.model_dump()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def text(words: str) -> Block:
    """Something for the customer to read."""
    return Block(type="text", text=words, citations=None)


def thinking(words: str, signature: str) -> Block:
    """Signed reasoning; newer models leave the words out and sign them all the same."""
    return Block(type="thinking", thinking=words, signature=signature)


def redacted(data: str) -> Block:
    """Reasoning that only the provider can read."""
    return Block(type="redacted_thinking", data=data)


def call(index: int, name: str, /, **arguments: Any) -> Block:
    """A tool call."""
    return Block(type="tool_use", id=f"toolu_{index:02}", name=name, input=arguments)
