"""Only some blocks of the turn, chosen by type, are replayed.

## What it does
Follows the blocks of a response from the model call to the message that the next request sends, through comprehensions,
`filter`, loops, `match`, helpers and methods, and reports where some kinds never arrive.

## Why it is wrong
The model keeps no state. Reasoning that is not sent back is gone: with thinking enabled the provider may refuse the
next request, with adaptive thinking it answers, only worse, because the model has to work out again what it knew.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        kept = [b for b in reply.content if b.type in ("text", "tool_use")]
        history.append({"role": "assistant", "content": kept})
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
- the filtered list feeds the tools, a screen or a count, and the turn goes back whole
- only kinds that the API refuses in an assistant turn are taken out, or what stands before a compaction
- the message is put into another list than the one that is sent

## Fix
Replays the unit, as plain data where the history is dumped or read like dicts, and removes the list and the loop that
nothing reads any more. Unsafe where something shows the history, or where objects come into it that readers out of
sight did not get before. None where the message holds more than the turn, or a switch chooses what is left out.

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

NAME = "filtered-assistant-turn"


def check(story: Story) -> Iterator[Finding]:
    """Replays that keep blocks as they came and leave some kinds out."""
    for replay, loss in losses(story, "TLP101"):
        message = f"the turn goes back without its {names(loss.lost)} blocks"
        yield found(replay, loss, NAME, message)
    for cut in story.calls_cut:
        message = "the turn goes back with its first call only: the others are left out"
        yield stated("TLP101", NAME, cut, message, Severity.ERROR, loss="orphaned")


RULE = Rule(
    code="TLP101",
    name=NAME,
    summary="Only some blocks of the turn, chosen by type, are replayed",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
