"""Something else stands before the results.

## What it does
Reports text (or an image) that stands before the results in the message that answers a turn, and a user's message that
is appended between the turn and its results.

## Why it is wrong
The message after a turn has to begin with the results of its calls; whatever else it says comes after them. The request
is refused otherwise: the calls count as unanswered. Neighbouring user messages are joined by the provider, so a message
of its own before the results is the same fault.

## Example
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
        if len(history) > 40:
            results.insert(0, {"type": "text", "text": "Come to an end soon."})
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
        if len(history) > 40:
            results.append({"type": "text", "text": "Come to an end soon."})
        history.append({"role": "user", "content": results})
```

## When it is silent
- the results come first: text is appended, results are inserted at 0
- the order of the blocks is that of a stored message
- text and results never stand in the same message
- the message before the results ends the turn's path, or stands there because the turn has no calls

## Fix
Results first: swaps the sides of a concatenation or the elements of a list, appends what was inserted at 0, moves the
message behind the results.

## References
- https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "text-before-tool-results"
WHY = {
    "text": "the results have to come first in the message after their turn; this puts something before them",
    "message": "a user's message stands between the turn and its results; the results have to come first",
    "calls": "this message stands between the results of one turn's calls; they have to follow the turn at once",
}


def check(story: Story) -> Iterator[Finding]:
    """Results that something stands before."""
    for event in story.belated:
        yield stated("TLP205", NAME, event, WHY[event.why], Severity.ERROR, loss="unanswered")


RULE = Rule(
    code="TLP205",
    name=NAME,
    summary="Something else stands before the results",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
