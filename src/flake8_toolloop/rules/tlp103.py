"""Thinking is forwarded, redacted thinking is not.

## What it does
Reports code that passes `thinking` blocks on, or makes them again, and has no way for `redacted_thinking`, or makes
it again without its `data`.

## Why it is wrong
Redacted blocks are reasoning as well, only unreadable for us. The run of thinking blocks has to go back as it was;
one that is missing makes the others invalid.

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
                blocks.append({"type": "thinking", "thinking": b.thinking, "signature": b.signature})
            elif b.type == "text":
                blocks.append({"type": "text", "text": b.text})
            elif b.type == "tool_use":
                blocks.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.input})
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
- blocks of every kind are passed on by a final `else`
- the raw turn rides along

## Fix
Replays the unit where it is in reach; else passes the block itself on and lets the other kind through the test.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import found, losses, names

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "partial-deliberation"


def check(story: Story) -> Iterator[Finding]:
    """Replays that carry signed deliberation and lose the sealed kind."""
    for replay, loss in losses(story, "TLP103"):
        what = "goes back without its data" if loss.incomplete else "is dropped"
        if loss.kept == loss.lost:
            yield found(
                replay, loss, NAME, f"of several {names(loss.kept)} blocks only the last goes back, or a part of it"
            )
            continue
        message = f"{names(loss.kept)} goes back, {names(loss.lost)} {what}"
        yield found(replay, loss, NAME, message)
    for reader in story.kept:
        message = f"`{reader.kept}` is kept with its signature, `{reader.dropped}` is dropped"
        yield stated("TLP103", NAME, reader, message, Severity.ERROR, loss="lost")


RULE = Rule(
    code="TLP103",
    name=NAME,
    summary="Thinking is forwarded, redacted thinking is not",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
