"""Two calls of one turn have one id.

## What it does
Reports a call whose id an earlier call of the same turn has already.

## Why it is wrong
The stream was put together wrongly, or a turn was stored twice. "`tool_use` ids must be unique", and a result cannot
say which of them it answers.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}, {"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}
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
- calls of two turns: each is answered behind its own turn, and an id may come again

## Fix
`transcript repair` keeps the first call and the first result.

## References
- https://github.com/anthropics/claude-code/issues/20700
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "duplicated-call-id"


RULE = Rule(
    code="TLP610",
    name=NAME,
    summary="Two calls of one turn have one id",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
