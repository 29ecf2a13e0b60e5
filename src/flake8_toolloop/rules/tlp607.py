"""A recording holds reasoning of another maker's model.

## What it does
Reports turns with deliberation of a model that is not of the maker to which the conversation goes on.

## Why it is wrong
Signatures and encrypted reasoning are read by their maker alone: "Invalid `signature` in `thinking` block".

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "model": "model-x", "content": [{"type": "thinking", "thinking": "Search first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "text", "text": "Done."}]},
  {"role": "user", "content": "again"},
  {"role": "assistant", "model": "model-y", "content": [{"type": "text", "text": "Hello."}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "model": "model-x", "content": [{"type": "text", "text": "Done."}]},
  {"role": "user", "content": "again"},
  {"role": "assistant", "model": "model-y", "content": [{"type": "text", "text": "Hello."}]}
]
```

## When it is silent
- two models of one maker: the provider drops what the other cannot read
- nothing names the models

## Fix
`transcript repair` takes the reasoning of closed cycles out. Where the cycle is open, none: start the other model at a
new message of the user's.

## References
- https://platform.claude.com/docs/en/build-with-claude/thinking
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "foreign-reasoning"


RULE = Rule(
    code="TLP607",
    name=NAME,
    summary="A recording holds reasoning of another maker's model",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
