"""A record's parent is not in the session.

## What it does
Reports records of Claude Code sessions whose `parentUuid` names no record of the file.

## Why it is wrong
Resuming follows the parents from the last record back: all that stands before the gap is forgotten.

## Example
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type": "assistant", "uuid": "a2", "parentUuid": "lost", "message": {"id": "msg_2", "role": "assistant", "content": [{"type": "text", "text": "Done."}]}}
```

## Use instead
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type": "assistant", "uuid": "a2", "parentUuid": "u1", "message": {"id": "msg_2", "role": "assistant", "content": [{"type": "text", "text": "Done."}]}}
```

## When it is silent
- the first record of a file, which may go on from another file
- records that are not on the chain

## Fix
`transcript repair` ties the record to the one before it in the file.

## References
- https://github.com/anthropics/claude-code/issues/31328
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "lost-parent"


RULE = Rule(
    code="TLP608",
    name=NAME,
    summary="A record's parent is not in the session",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
