"""The few fields by which a recording is told to be clean, as types for a decoder that passes over all others.

Imported only where msgspec is there.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

QUOTE, BRACE = 0x22, 0x7B


class Text(Struct, tag="text", gc=False):
    text: Raw
    parsed_output: Raw | None = None

    def right(self) -> bool:
        text = memoryview(self.text)
        return self.parsed_output is None and text.nbytes > 2 and text[0] == QUOTE


class Thinking(Struct, tag="thinking", gc=False):
    thinking: Raw
    signature: str
    id: Raw | None = None
    """It would be known by it, and has none."""

    def blank(self) -> bool | None:
        """Whether it has no text; None where that is no text at all."""
        text = memoryview(self.thinking)
        return text.nbytes == 2 if text[0] == QUOTE else None


class Call(Struct, tag="tool_use", gc=False):
    id: str
    name: Raw
    input: Raw

    def right(self) -> bool:
        return memoryview(self.input)[0] == BRACE and memoryview(self.name)[0] == QUOTE


class Result(Struct, tag="tool_result", gc=False):
    tool_use_id: str


class Image(Struct, tag="image", gc=False):
    pass


class Document(Struct, tag="document", gc=False):
    pass


Block = Text | Thinking | Call | Result | Image | Document


class Message(Struct, gc=False):
    """A message of this provider; what a message of another has besides makes it none."""

    role: str | None = None
    content: str | list[Block] | None = None
    id: str | None = None
    model: str | None = None
    tool_calls: Raw | None = None
    tool_call_id: Raw | None = None
    function_call: Raw | None = None
    reasoning_content: Raw | None = None
    reasoning_details: Raw | None = None
    parts: Raw | None = None
    spread: Raw | None = msgspec.field(default=None, name="0")

    def elsewhere(self) -> bool:
        """Whether another format has it, or none."""
        return (
            self.tool_calls is not None
            or self.tool_call_id is not None
            or self.function_call is not None
            or self.reasoning_content is not None
            or self.reasoning_details is not None
            or self.parts is not None
            or self.spread is not None
        )


class Body(Struct, gc=False):
    messages: list[Message]
    model: str | None = None
    thinking: Any = None
    request: Raw | None = None
    response: Raw | None = None
    uuid: Raw | None = None
    sessionId: Raw | None = None

    def elsewhere(self) -> bool:
        """Whether it is something else that holds messages too."""
        return any(value is not None for value in (self.request, self.response, self.uuid, self.sessionId))


class RawBody(Struct, gc=False):
    """A request whose messages are only to be found again."""

    messages: list[Raw]


class Line(Struct, gc=False):
    type: str | None = None
    uuid: str | None = None
    parentUuid: str | None = None
    isSidechain: bool = False
    agentId: str | None = None
    isApiErrorMessage: bool = False
    isVirtual: bool = False
    message: Message | None = None
