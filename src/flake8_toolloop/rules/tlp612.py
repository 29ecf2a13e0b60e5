"""A reasoning item in a recording has lost what follows it.

## What it does
Reports reasoning items of Responses that no call and no message of the model follows.

## Why it is wrong
"Item of type 'reasoning' was provided without its required following item": the call was filtered out, the response
broke off, or rows were read back in another order.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"role": "user", "content": "next"}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "hi", "annotations": []}]},
  {"role": "user", "content": "next"}
]
```

## When it is silent
- the reasoning is the end of what was recorded of a response

## Fix
`transcript repair` takes the item out, or puts it before the message that it belongs to where that stands before it.

## References
- https://github.com/openai/openai-agents-python/issues/1660
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "dangling-reasoning"


RULE = Rule(
    code="TLP612",
    name=NAME,
    summary="A reasoning item in a recording has lost what follows it",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
