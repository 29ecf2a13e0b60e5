"""Reasoning goes back by its id alone to an endpoint that has kept nothing.

## What it does
Reports a recorded request with `store` set to false whose reasoning items have ids and no encrypted content.

## Why it is wrong
Nothing was stored under these ids: the next request is answered with 404, "Items are not persisted when `store` is
set to false".

## Example
```json
{
 "store": false,
 "input": [
  {
   "role": "user",
   "content": "look it up"
  },
  {
   "type": "reasoning",
   "id": "rs_a",
   "summary": []
  },
  {
   "type": "function_call",
   "id": "fc_1",
   "call_id": "call_1",
   "name": "search",
   "arguments": "{}"
  },
  {
   "type": "function_call_output",
   "call_id": "call_1",
   "output": "found"
  }
 ]
}
```

## Use instead
```json
{
 "store": false,
 "input": [
  {
   "role": "user",
   "content": "look it up"
  },
  {
   "type": "reasoning",
   "id": "rs_a",
   "summary": [],
   "encrypted_content": "gAAAAAa"
  },
  {
   "type": "function_call",
   "id": "fc_1",
   "call_id": "call_1",
   "name": "search",
   "arguments": "{}"
  },
  {
   "type": "function_call_output",
   "call_id": "call_1",
   "output": "found"
  }
 ]
}
```

## When it is silent
- the items are stored, or the recording does not say
- the encrypted content is there

## Fix
`transcript repair` takes the items out, and the ids of what follows them: the reasoning itself is lost.

## References
- https://developers.openai.com/api/docs/guides/conversation-state
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "unreplayable-reasoning"


RULE = Rule(
    code="TLP404",
    name=NAME,
    summary="Reasoning goes back by its id alone to an endpoint that has kept nothing",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
