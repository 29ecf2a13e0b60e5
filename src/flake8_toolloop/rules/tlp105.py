"""Results are sent, the turn that asked for them never is.

## What it does
Follows a response through the functions that have it, where the results of its calls (or what came of them, told as
text) enter the history that the next request sends, and reports where the turn itself leads into no history at all.
Also reports `append_messages` in the loop over a tool runner that leaves out the message of the round.

## Why it is wrong
A result answers a call of the turn before it. Without that turn the provider refuses the request. Where the outcome is
only told as text the request is accepted, and the model does not know that it has called, nor why. A tool runner that
is given messages leaves the history of that round to the program: it appends neither the turn nor its results.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
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
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "assistant", "content": reply.content})
        history.append({"role": "user", "content": results})
```

## When it is silent
- the response, its blocks or the ids of its calls go to anything out of sight that may keep them for the history
- the turn goes back in part or in other words: that is another rule's fault
- the provider keeps the conversation, or the SDK's tool runner appends by itself
- the results go into another list than the one that is sent

## Fix
Puts the whole turn into the history before the results, or before the loop that appends them. None where no name there
holds the response.

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

NAME = "missing-assistant-turn"


def check(story: Story) -> Iterator[Finding]:
    """Results and outcomes in a history that the turn has no way into."""
    for event in story.missing:
        if event.runner is not None:
            message = f"`{event.runner}` then appends nothing itself, and the turn of this round is left out"
            yield stated("TLP105", NAME, event, message, Severity.ERROR, loss="orphaned")
        elif event.told:
            message = "what came of the calls is told, the turn that asked for them is not sent"
            yield stated("TLP105", NAME, event, message, Severity.ERROR, loss="lost")
        else:
            message = "the results are sent, the turn that asked for them is not"
            yield stated("TLP105", NAME, event, message, Severity.ERROR, loss="orphaned")


RULE = Rule(
    code="TLP105",
    name=NAME,
    summary="Results are sent, the turn that asked for them never is",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
