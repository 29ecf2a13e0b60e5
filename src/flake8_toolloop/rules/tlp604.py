"""A line of a recording was written only in part.

## What it does
Reports a line of JSON Lines that is no JSON: the process ended while it wrote, or two of them wrote into one line.

## Why it is wrong
Readers stop at it, or skip it and with it a call or a result.

## Example
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"id":"msg_1","role":"assistant","content":[{"type":"te
```

## Use instead
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "text", "text": "Done."}]}}
```

## When it is silent
- blank lines, and a last line without a line end

## Fix
`transcript repair` takes the line out, or the torn part of it where a whole record follows on the same line.

## References
- https://github.com/openai/codex/issues/24425
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "torn-line"


RULE = Rule(
    code="TLP604",
    name=NAME,
    summary="A line of a recording was written only in part",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
