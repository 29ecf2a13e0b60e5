"""An item of a recording has an id that the endpoint refuses.

## What it does
Reports items of Responses with an empty id, or with one of another kind of item.

## Why it is wrong
"Invalid 'input[6].id': ''. Expected an ID that begins with rs."

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"type": "function_call", "id": "", "call_id": "call_1", "name": "search", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_1", "output": "found"}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "search", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_1", "output": "found"}
]
```

## When it is silent
- items without an id: they are taken as they are

## Fix
`transcript repair` takes the id out.

## References
- https://developers.openai.com/api/docs/guides/reasoning
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "wrong-item-id"


RULE = Rule(
    code="TLP616",
    name=NAME,
    summary="An item of a recording has an id that the endpoint refuses",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
