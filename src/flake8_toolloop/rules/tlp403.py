"""A message may go back with an empty content.

## What it does
Reports a filter that may leave `content: []` in a message that is sent: of a turn, of a stored message, or of the
results of a turn that may have had no calls.

## Why it is wrong
A message without content is refused, and with it every later request of the conversation: the message has to go as a
whole. A turn of thinking alone, or of one empty text, does happen.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        said = [b for b in reply.content if b.type != "text" or b.text.strip()]
        history.append({"role": "assistant", "content": said})
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
        said = [b for b in reply.content if b.type != "text" or b.text.strip()]
        if said:
            history.append({"role": "assistant", "content": said})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## When it is silent
- something asks whether anything is left, or puts a text in its place
- a test says that the turn has calls, and they stay
- the message is only shown

## Fix
Puts the append under a test of its content. Unsafe where more than the empty message changes: a turn without calls may
stay the last message, messages of one role may follow each other, a message is taken by its place later. None where
the message is changed in place, or where the loop has no end for a turn without calls.

## References
- https://platform.claude.com/docs/en/api/messages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "empty-assistant-content"
WHAT = {
    "turn": "this filter may leave nothing of the turn: the message has to go as a whole",
    "results": "a turn without calls leaves these results empty: there is no message to send",
    "stored": "this filter may leave a stored message without content: it has to go as a whole",
}


def check(story: Story) -> Iterator[Finding]:
    """Messages that a filter may leave empty."""
    for emptied in story.emptied:
        yield stated("TLP403", NAME, emptied, WHAT[emptied.what], Severity.ERROR, loss="empty")


RULE = Rule(
    code="TLP403",
    name=NAME,
    summary="A message may go back with an empty content",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
