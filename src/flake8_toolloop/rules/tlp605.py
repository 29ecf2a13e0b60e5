"""A signature in a recording is not what any provider sends.

## What it does
Reports signatures and redacted data that are not base64: cut off, or changed by something that masks secrets.

## Why it is wrong
The provider checks every signature: "Invalid `signature` in `thinking` block".

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSkt"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}
]
```

## When it is silent
- models of other makers behind an endpoint of the same shape: they sign as they like

## Fix
`transcript repair` takes exactly these blocks out: a signature cannot be restored.

## References
- https://github.com/openclaw/openclaw/issues/92201
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "garbled-signature"


RULE = Rule(
    code="TLP605",
    name=NAME,
    summary="A signature in a recording is not what any provider sends",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
