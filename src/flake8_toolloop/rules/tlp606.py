"""One signed block stands in two turns of a recording.

## What it does
Reports thinking whose signature, or redacted thinking whose data, was in an earlier turn already.

## Why it is wrong
A turn was stored once for each of its calls, or replayed twice. The provider compares the blocks of the latest turn
with what it sent, and the model reads the same thought twice.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}, {"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}, {"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}
]
```

## When it is silent
- lines of one turn with one message id

## Fix
`transcript repair` joins the turn where only its own results stand between the two parts; any other duplicate is
taken out.

## References
- https://github.com/openai/openai-agents-python/issues/3215
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "duplicated-signed-block"


RULE = Rule(
    code="TLP606",
    name=NAME,
    summary="One signed block stands in two turns of a recording",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
