"""A turn with calls goes back as text only.

## What it does
Reports an assistant message that holds the text of a turn (or tells its calls in prose) where results for the calls
of that turn follow.

## Why it is wrong
The calls are gone, so the results answer nothing: the provider refuses them, or the model reads its own work as
hearsay. The reasoning is gone as well.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        text = "".join(b.text for b in reply.content if b.type == "text")
        history.append({"role": "assistant", "content": text})
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
- after the end of the loop, for a final answer
- in plain chat without tools, and where calls are parsed out of text

## Fix
Replays the unit, where the results that follow are tied to its calls. None where they are sent as text.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import found, losses

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "flattened-assistant-turn"


def check(story: Story) -> Iterator[Finding]:
    """Replays of text whose calls are answered afterwards."""
    for replay, loss in losses(story, "TLP104"):
        yield found(replay, loss, NAME, "a turn with calls goes back as text only")
    for event in story.worded:
        yield stated(
            "TLP104", NAME, event, "a turn with calls goes back as text only", Severity.ERROR, loss="forgotten"
        )


RULE = Rule(
    code="TLP104",
    name=NAME,
    summary="A turn with calls goes back as text only",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
