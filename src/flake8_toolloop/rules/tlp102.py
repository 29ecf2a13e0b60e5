"""The turn is made again by hand, and some kinds of block have no way through.

## What it does
Reports assistant messages whose `tool_use` blocks are made field by field while thinking has no branch, no field and
no raw copy that rides along: an `if`/`elif` or `match` chain without a passing `else`, a table of encoders, or a
message class of the project's own that holds text and calls only.

## Why it is wrong
What the code does not know by name is lost, today the reasoning, tomorrow every kind that is added. The message looks
complete, so nothing fails where the loss happens.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        blocks = []
        for b in reply.content:
            if b.type == "text":
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
- a final `else` passes the block on or raises
- the raw turn rides along and goes back where it is there
- few-shot examples and test data made of constants
- the message is only shown, logged or exported

## Fix
Where the response is in reach: replays the unit and removes the loop that only fed the rebuild; safe and unsafe as for
TLP101. Where it is not, but a class of the project's own stands between: that class gets a field for the turn as it
came, its constructor fills it, and the message is made of it where it is there; unsafe, over several files if need be.
Where neither is in sight, none.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Finding, Severity
from flake8_toolloop.flow.conditions import OTHER
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import found, losses, names

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "rebuilt-assistant-turn"


def check(story: Story) -> Iterator[Finding]:
    """Replays whose call blocks are made from named fields while deliberation has no way through."""
    for replay, loss in losses(story, "TLP102"):
        message = f"the turn is made again by hand and its {names(loss.lost)} blocks have no way through"
        if not loss.fates.turns:
            stored = f"`{replay.carrier.name}`, which has" if replay.carrier is not None else "stored parts that have"
            message = f"an assistant turn is made of {stored} no place for its {names(loss.lost)} blocks"
        if loss.lost == (OTHER,):
            message = "the turn is made again by hand: a kind that is not named here has no way through"
            hint = found(replay, loss, NAME, message, Severity.NOTE)
            yield dataclasses.replace(hint, confidence=Confidence.POSSIBLE)
            continue
        yield found(replay, loss, NAME, message)
    for call in story.lone_calls:
        message = "a turn is stored as one block: text, thinking and further calls of it have no way in"
        yield stated("TLP102", NAME, call, message, Severity.ERROR, loss="lost")


RULE = Rule(
    code="TLP102",
    name=NAME,
    summary="The turn is made again by hand, and some kinds of block have no way through",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
