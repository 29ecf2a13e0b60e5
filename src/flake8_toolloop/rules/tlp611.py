"""A message of a recording has not the shape of one.

## What it does
Reports messages without a role, with numbers for keys (a text was spread into an object), with a content that is
neither text nor a list, and blocks without a type, without a field that they need, or that a turn may not hold.

## Why it is wrong
The request is refused as a whole.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}
]
```

## When it is silent
- fields of responses (`id`, `model`, `stop_reason`, `usage`) in recorded messages
- types of blocks that are not known here

## Fix
`transcript repair` takes out messages that say nothing, and blocks that may not go back. What a message was meant to be
cannot be told.

## References
- https://github.com/anthropics/claude-code/issues/24663
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "malformed-message"


RULE = Rule(
    code="TLP611",
    name=NAME,
    summary="A message of a recording has not the shape of one",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
