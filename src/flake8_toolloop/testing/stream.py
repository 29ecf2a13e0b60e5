"""A response of the script as the event stream that the API makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flake8_toolloop.testing.script import PARTIAL, WireBlock
from flake8_toolloop.testing.wire import Body
from flake8_toolloop.transcripts.streams import blocks, to_sse
from flake8_toolloop.transcripts.streams.sse import write

PIECE = 7
"""Characters in one delta: small, so that words and JSON are cut in awkward places."""


def events(message: dict[str, Any], content: tuple[WireBlock, ...]) -> Iterator[dict[str, Any]]:
    """The events of one response. ``content`` are its blocks with the JSON that a call breaks off in."""
    cut = {index: block[PARTIAL] for index, block in enumerate(content) if PARTIAL in block}
    return blocks.synthesise(message, size=PIECE, cut=cut)


def encode(event: dict[str, Any]) -> bytes:
    """An event as a server-sent event."""
    return write(event)


def encoded(answer: dict[str, Any], request: Body) -> Iterator[bytes]:
    """A response of one of OpenAI's APIs as the bytes of its stream."""
    options = request.get("stream_options")
    if "choices" in answer and not (isinstance(options, dict) and options.get("include_usage")):
        answer = {key: value for key, value in answer.items() if key != "usage"}
    return to_sse(answer, size=PIECE)


def visible(block: WireBlock) -> WireBlock:
    """A block as JSON responses hold it."""
    return {key: value for key, value in block.items() if key != PARTIAL}
