"""A recording sends a reasoning field to an endpoint that refuses it.

## What it does
Reports messages of Chat Completions with a reasoning field where the recording names an endpoint that refuses it, or
holds its refusal.

## Why it is wrong
Most endpoints want the field back, some answer "property is unsupported": there leaving it out is right.

## Example
```json
{
  "model": "cerebras/zai-glm-4.7",
  "messages": [
    {"role": "user", "content": "look it up"},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}], "reasoning_content": "Search first."},
    {"role": "tool", "tool_call_id": "c1", "content": "found"}
  ]
}
```

## Use instead
```json
{
  "model": "cerebras/zai-glm-4.7",
  "messages": [
    {"role": "user", "content": "look it up"},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "found"}
  ]
}
```

## When it is silent
- nothing in the recording says which endpoint it is

## Fix
`transcript repair` takes the field out where that is certain.

## References
- https://inference-docs.cerebras.ai
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "refused-reasoning-field"


RULE = Rule(
    code="TLP614",
    name=NAME,
    summary="A recording sends a reasoning field to an endpoint that refuses it",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
