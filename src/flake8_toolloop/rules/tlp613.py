"""A recorded stream breaks the rules of its events.

## What it does
Reports a capture of server-sent events whose order or contents no reader can rely on: deltas for a block that has not
started or is of another kind, blocks that do not stop, a stream that breaks off.

## Why it is wrong
One client reads such a stream and the next does not: what it stores is short of a block, or of a signature.

## Example
```text
event: message_start
data: {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": [], "usage": {"input_tokens": 1, "output_tokens": 1}}}

event: content_block_delta
data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}}
```

## Use instead
```text
event: message_start
data: {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": [], "usage": {"input_tokens": 1, "output_tokens": 1}}}

event: content_block_start
data: {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}

event: content_block_delta
data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}}

event: content_block_stop
data: {"type": "content_block_stop", "index": 0}

event: message_delta
data: {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}

event: message_stop
data: {"type": "message_stop"}
```

## When it is silent
- pings, comments, events of types that are not known here

## Fix
None: a capture is evidence.

## References
- https://platform.claude.com/docs/en/build-with-claude/streaming
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "illegal-stream"


RULE = Rule(
    code="TLP613",
    name=NAME,
    summary="A recorded stream breaks the rules of its events",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
