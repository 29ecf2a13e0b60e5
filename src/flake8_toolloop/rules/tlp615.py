"""Messages of one role follow each other where the provider wants them to alternate.

## What it does
Reports consecutive messages of one role in recordings of Bedrock, and calls of Gemini that follow a turn of the model.

## Why it is wrong
The request is refused as a whole.

## Example
```json
[
  {"role": "user", "content": [{"text": "go"}]},
  {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "ls", "input": {}}}]},
  {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "ok"}]}}]},
  {"role": "user", "content": [{"text": "and then?"}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": [{"text": "go"}]},
  {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "ls", "input": {}}}]},
  {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "ok"}]}}, {"text": "and then?"}]}
]
```

## When it is silent
- Anthropic's own API, which joins them

## Fix
`transcript repair` joins messages that follow each other.

## References
- https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-call.html
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "roles-in-a-row"


RULE = Rule(
    code="TLP615",
    name=NAME,
    summary="Messages of one role follow each other where the provider wants them to alternate",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
