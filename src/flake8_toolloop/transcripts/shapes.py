"""The few fields by which a recording is told to be clean, as types for a decoder that passes over all others.

What must not be there has a type that no value is of: the decoder itself refuses it. Imported only where msgspec is.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct, field

Never = Annotated[int, Meta(gt=0, lt=0)]
ABSENT = 0
"""What stands for a field that is not there."""
Said = Annotated[str, Meta(min_length=1)]


class Text(Struct, tag="text", gc=False):
    text: Said
    parsed_output: Never = ABSENT


class Thinking(Struct, tag="thinking", gc=False):
    thinking: str
    signature: str
    id: Never = ABSENT
    """It would be known by it."""


class Input(Struct, gc=False):
    """Any object."""


class Call(Struct, tag="tool_use", gc=False):
    id: str
    name: str
    input: Input


class Result(Struct, tag="tool_result", gc=False):
    tool_use_id: str


class Image(Struct, tag="image", gc=False):
    pass


class Document(Struct, tag="document", gc=False):
    pass


Block = Text | Thinking | Call | Result | Image | Document


class Message(Struct, gc=False):
    """A message of this provider; what a message of another has besides makes it none."""

    model: str | None = None
    id: str | None = None
    role: str | None = None
    content: str | list[Block] | None = None
    tool_calls: Never = ABSENT
    tool_call_id: Never = ABSENT
    function_call: Never = ABSENT
    reasoning_content: Never = ABSENT
    reasoning_details: Never = ABSENT
    parts: Never = ABSENT
    spread: Never = field(default=ABSENT, name="0")


class Body(Struct, gc=False):
    """A request, and nothing else that holds messages too."""

    messages: list[Message]
    model: str | None = None
    thinking: Any = None
    request: Never = ABSENT
    response: Never = ABSENT
    uuid: Never = ABSENT
    sessionId: Never = ABSENT


class RawBody(Struct, gc=False):
    """A request whose messages are only to be found again."""

    messages: list[Raw]


class Line(Struct, gc=False):
    """A record, its fields in the order in which they mostly come: that is the fastest."""

    parentUuid: str | None = None
    isSidechain: bool = False
    agentId: str | None = None
    isVirtual: bool = False
    type: str | None = None
    message: Message | None = None
    isApiErrorMessage: bool = False
    uuid: str | None = None
