"""A result lies on a branch of the session that is not sent.

## What it does
Reports results of Claude Code sessions whose call is on the chain that resuming follows while they are not.

## Why it is wrong
The results of parallel calls were tied to their calls, and not to each other: only one of them is on the chain, and the
other call has no result in what is sent.

## Example
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]}}
{"type": "assistant", "uuid": "a2", "parentUuid": "a1", "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]}}
{"type": "user", "uuid": "r2", "parentUuid": "a2", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}}
{"type": "user", "uuid": "r1", "parentUuid": "a1", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}}
{"type": "assistant", "uuid": "a3", "parentUuid": "r2", "message": {"id": "msg_2", "role": "assistant", "content": [{"type": "text", "text": "Done."}]}}
```

## Use instead
```jsonl
{"type": "user", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "look it up"}}
{"type": "assistant", "uuid": "a1", "parentUuid": "u1", "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]}}
{"type": "assistant", "uuid": "a2", "parentUuid": "a1", "message": {"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]}}
{"type": "user", "uuid": "r1", "parentUuid": "a2", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]}}
{"type": "user", "uuid": "r2", "parentUuid": "r1", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}}
{"type": "assistant", "uuid": "a3", "parentUuid": "r2", "message": {"id": "msg_2", "role": "assistant", "content": [{"type": "text", "text": "Done."}]}}
```

## When it is silent
- branches that were left on purpose: their calls are not on the chain either

## Fix
`transcript repair` puts the results of the turn one behind the other, in the order of their calls.

## References
- https://github.com/anthropics/claude-code/issues/31330
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "result-off-chain"


RULE = Rule(
    code="TLP609",
    name=NAME,
    summary="A result lies on a branch of the session that is not sent",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
