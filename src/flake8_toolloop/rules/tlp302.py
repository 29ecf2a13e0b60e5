"""The text or signature of deliberation is changed before the replay.

## What it does
Reports strip, slice, join, replace, format and assignment between a received thinking block and the history.

## Why it is wrong
The signature is over the exact text. A changed block is refused on the next request and on every later one.

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
                blocks.append({"type": "thinking", "thinking": b.thinking.strip(), "signature": b.signature})
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
- `cache_control` is added or moved
- the changed text is only shown

## Fix
Takes the edit out where it is one expression or statement. Unsafe where others than the provider read the block.

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

NAME = "edited-deliberation"


def check(story: Story) -> Iterator[Finding]:
    """Received deliberation whose text or signature is not what it was."""
    for block in story.deliberations:
        if block.edited is None:
            continue
        message = f"a received `{block.kind}` block is changed here ({block.edited_text}); its signature no longer fits"
        if block.dialect.whole_message:
            message = f"a received `{block.kind}` is changed here ({block.edited_text}) before it goes back"
        yield stated("TLP302", NAME, block, message, Severity.ERROR, loss="signature", span=block.edited)


RULE = Rule(
    code="TLP302",
    name=NAME,
    summary="The text or signature of deliberation is changed before the replay",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
