"""Calls and their outputs alternate where all calls of a turn come first.

## What it does
Reports a recording in which the calls of one turn and their outputs alternate: call, output, call, output.

## Why it is wrong
The calls belong to one turn, and the reasoning before them to all of them. Responses answers that a call came
without its reasoning; Gemini refuses the second call, which follows no user turn.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "search", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_1", "output": "found"},
  {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "search", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_2", "output": "found"}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"type": "reasoning", "id": "rs_a", "summary": [], "encrypted_content": "gAAAAAa"},
  {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "search", "arguments": "{}"},
  {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "search", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_1", "output": "found"},
  {"type": "function_call_output", "call_id": "call_2", "output": "found"}
]
```

## When it is silent
- each call has its own reasoning before it: they are turns of their own
- Chat Completions and Messages, where a turn is one message

## Fix
`transcript repair` puts all calls first, then all outputs, each in its order.

## References
- https://community.openai.com/t/1355347
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "interleaved-calls-and-outputs"


RULE = Rule(
    code="TLP206",
    name=NAME,
    summary="Calls and their outputs alternate where all calls of a turn come first",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
