"""A thinking block goes back without its signature.

## What it does
Reports thinking blocks that are made again without `signature`, or copied with the signature left out.

## Why it is wrong
Without its signature the block proves nothing: the request is refused.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        blocks = []
        for b in reply.content:
            if b.type == "thinking":
                blocks.append({"type": "thinking", "thinking": b.thinking})
            else:
                blocks.append(b)
        history.append({"role": "assistant", "content": blocks})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## When it is silent
- the block is only shown or logged

## Fix
Replays the unit, or passes the block itself on, where one of them is in reach. Else none.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "unsigned-deliberation"


def check(story: Story) -> Iterator[Finding]:
    """Deliberation blocks that are sent without a signature."""
    for block in story.deliberations:
        if not block.unsigned:
            continue
        message = f"a `{block.kind}` block goes back without its signature"
        yield stated("TLP303", NAME, block, message, Severity.ERROR, loss="unsigned")


RULE = Rule(
    code="TLP303",
    name=NAME,
    summary="A thinking block goes back without its signature",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
