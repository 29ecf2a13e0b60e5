"""A recording ends with calls that have no results.

## What it does
Reports calls of the last turn that nothing answers: the program ended while its tools ran.

## Why it is wrong
Whatever the user says next stands where the results belong, and is refused.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]}
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
- the last turn is the response of a recorded exchange: nothing has been sent after it
- something follows the calls: that is TLP203

## Fix
`transcript repair` puts in a result with `is_error` that says that the call was interrupted.

## References
- https://github.com/paperclipai/paperclip/issues/2358
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "open-call-at-tail"


RULE = Rule(
    code="TLP602",
    name=NAME,
    summary="A recording ends with calls that have no results",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
