"""A synthesised stream puts the thinking into the event that starts its block.

## What it does
Reports code that makes stream events of a finished turn and puts a thinking block whole into `content_block_start`,
without the deltas that bring its text and its signature.

## Why it is wrong
The contract has a block start empty. Readers that follow it add up what the deltas bring: they store thinking without
its text or without its signature, and the next request of the client is refused. Turns that were stored meanwhile need
`flake8-toolloop transcript repair`.

## Example
```python
import json


def sse(event):
    return f"event: {event['type']}\\ndata: {json.dumps(event)}\\n\\n"


def as_stream(message):
    yield sse({"type": "message_start", "message": {**message, "content": []}})
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            yield sse({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})
            delta = {"type": "text_delta", "text": block["text"]}
            yield sse({"type": "content_block_delta", "index": index, "delta": delta})
        else:
            yield sse({"type": "content_block_start", "index": index, "content_block": block})
        yield sse({"type": "content_block_stop", "index": index})
    yield sse({"type": "message_stop"})
```

## Use instead
```python
import json


def sse(event):
    return f"event: {event['type']}\\ndata: {json.dumps(event)}\\n\\n"


def pieces(block):
    if block["type"] == "text":
        return {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        deltas = [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
        return {**block, "thinking": "", "signature": ""}, deltas
    return block, []


def as_stream(message):
    yield sse({"type": "message_start", "message": {**message, "content": []}})
    for index, block in enumerate(message["content"]):
        start, deltas = pieces(block)
        yield sse({"type": "content_block_start", "index": index, "content_block": start})
        for delta in deltas:
            yield sse({"type": "content_block_delta", "index": index, "delta": delta})
        yield sse({"type": "content_block_stop", "index": index})
    yield sse({"type": "message_stop"})
```

## When it is silent
- deltas of the kind are made by the same function, by what it calls, or by who calls it
- redacted blocks, and all others that come whole with their start
- events of another stream that are passed on

## Fix
Starts the block empty and sends its two deltas behind it, where the start is a dict of its own in one statement. The
event goes wherever it went before.

## References
- https://platform.claude.com/docs/en/build-with-claude/streaming
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "thinking-in-start-event"


def check(story: Story) -> Iterator[Finding]:
    """Start events with what only deltas may bring."""
    for made in story.streams_made:
        message = (
            f"a `{made.kind}` block starts with all that its deltas should bring: readers lose it "
            "(turns stored meanwhile need `flake8-toolloop transcript repair`)"
        )
        yield stated("TLP501", NAME, made, message, Severity.ERROR, loss="unread")


RULE = Rule(
    code="TLP501",
    name=NAME,
    summary="A synthesised stream puts the thinking into the event that starts its block",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
