"""Signed thinking in a recording has lost its text.

## What it does
Reports thinking blocks with a signature and an empty text, where the text was lost: the model named beside them shows
its thinking, other blocks of the recording have theirs, or the provider's refusal is recorded. Where none of these
decides, the finding is a warning and says so.

## Why it is wrong
Models that show their thinking refuse a block without it: "each thinking block must contain thinking". Models that
omit the text sign it empty, and want it back like that: there it is a value, and taking it out is the fault.

## Example
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Now the second.", "signature": "TU5PUFFSU1RVVldY"}, {"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}
]
```

## Use instead
```json
[
  {"role": "user", "content": "look it up"},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "The first.", "signature": "QUJDREVGR0hJSktM"}, {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}]},
  {"role": "assistant", "content": [{"type": "thinking", "thinking": "Now the second.", "signature": "TU5PUFFSU1RVVldY"}, {"type": "tool_use", "id": "toolu_2", "name": "search", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_2", "content": "found"}]}
]
```

## When it is silent
- the model omits the text of its thinking, or the request asked for that
- `--empty-thinking keep`

## Fix
`transcript repair` takes the whole block out where the text was lost for certain, and changes nothing where it is not
certain: `--empty-thinking drop` or `keep` settles it.

## References
- https://github.com/anthropics/claude-code/issues/63147
- https://platform.claude.com/docs/en/build-with-claude/thinking
"""  # noqa: E501

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "blanked-thinking"


RULE = Rule(
    code="TLP603",
    name=NAME,
    summary="Signed thinking in a recording has lost its text",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    data=True,
)
