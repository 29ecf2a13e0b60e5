"""A recording holds a result whose call is not in the turn before it.

## What it does
Reports a result (of a tool, or of the provider's own tools) whose call is not where the provider looks for it.

## Why it is wrong
The call was cut away by a trimmed or compacted history, or its line was never written. Every request from here on is
refused.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "text", "text": "Going on."}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "found"}]},
  {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_9", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": "found"}]},
  {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}
]
```

## When it is silent
- the call stands in the turn before, in any of the lines that the turn is stored in

## Fix
`transcript repair` takes the result out, with its message where nothing is left of it.

## References
- https://github.com/anthropics/claude-code/issues/8484
- https://github.com/anthropics/claude-code/issues/31328
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "orphaned-result"


RULE = Rule(
    code="TLP601",
    name=NAME,
    summary="A recording holds a result whose call is not in the turn before it",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
