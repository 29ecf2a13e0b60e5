"""The turn's blocks go back in another order, or beside another turn.

## What it does
Reports replays whose signed blocks are sorted, reversed, put together again kind by kind, moved to the front,
remembered on an object and put before another turn, or repeated in a message for each call; and the words of a turn
that are sent after the results of its calls.

## Why it is wrong
Signatures hold where the blocks stood. A turn may think, speak, call and think again: what is put together kind by kind
is another turn, and the provider refuses it, or does not use what it thought.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        thoughts = [b for b in reply.content if b.type in ("thinking", "redacted_thinking")]
        others = [b for b in reply.content if b.type not in ("thinking", "redacted_thinking")]
        history.append({"role": "assistant", "content": thoughts + others})
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
- the order is restored from the numbers that the blocks came with (`sorted(blocks.items())`, `key=lambda b: b.index`)
- results are sorted, or blocks for a screen
- the deliberation is lost on the way: that is another rule's fault

## Fix
Replays the unit where the blocks are in reach. None where they were remembered, stored or sent too late: where the turn
would have to be kept is for the project to say.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import losses

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "reordered-assistant-turn"
MESSAGES = {
    "sorted": "the blocks of the turn are sorted or reversed before they go back",
    "front": "deliberation is moved to the front of the turn",
    "regrouped": "the blocks of the turn go back kind by kind, not in the order in which they came",
    "per call": "the turn is cut into a message for each call, and each repeats its deliberation",
    "remembered": "deliberation that was remembered on `{}` is put before whatever turn goes back",
    "late": "the words of the turn are sent after the results of its calls",
}


def check(story: Story) -> Iterator[Finding]:
    """Replays that change the order of what they carry."""
    for replay, _ in losses(story, "TLP106"):
        order = replay.reordered
        if order is not None:
            message = MESSAGES[order.how].format(order.kept)
            yield stated("TLP106", NAME, replay, message, Severity.ERROR, loss="order")


RULE = Rule(
    code="TLP106",
    name=NAME,
    summary="The turn's blocks go back in another order, or beside another turn",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
