"""A response as the event stream that the API makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flake8_toolloop.testing.script import PARTIAL, WireBlock
from flake8_toolloop.testing.wire import kind

PIECE = 7
"""Characters in one delta: small, so that words and JSON are cut in awkward places."""
Event = dict[str, Any]


def events(message: dict[str, Any], content: tuple[WireBlock, ...]) -> Iterator[Event]:
    """The events of one response. ``content`` are its blocks with the JSON that a call breaks off in."""
    start = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    for index, block in enumerate(content):
        opened, deltas = _parts(block)
        yield {"type": "content_block_start", "index": index, "content_block": opened}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": message["stop_sequence"]}
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    yield {"type": "message_delta", "delta": delta, "usage": usage}
    yield {"type": "message_stop"}


def encode(event: Event) -> str:
    """An event as a server-sent event."""
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


def visible(block: WireBlock) -> WireBlock:
    """A block as JSON responses hold it."""
    return {key: value for key, value in block.items() if key != PARTIAL}


def _parts(block: WireBlock) -> tuple[WireBlock, list[Event]]:
    """How a block opens, and its deltas. What has no deltas comes whole with its start."""
    if kind(block) == "thinking":
        # Omitted thinking has no thinking_delta at all, only its signature.
        opened = {**block, "thinking": "", "signature": ""}
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"])]
        return opened, [*deltas, {"type": "signature_delta", "signature": block["signature"]}]
    if kind(block) == "text":
        cited = block.get("citations") or []
        opened = {**block, "text": "", **({"citations": []} if cited else {})}
        deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(block["text"])]
        return opened, [*deltas, *({"type": "citations_delta", "citation": one} for one in cited)]
    if kind(block) in ("tool_use", "server_tool_use"):
        source = block[PARTIAL] if PARTIAL in block else json.dumps(block["input"])
        pieces = ["", *_pieces(source)]
        return {**visible(block), "input": {}}, [{"type": "input_json_delta", "partial_json": p} for p in pieces]
    return dict(block), []


def _pieces(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
