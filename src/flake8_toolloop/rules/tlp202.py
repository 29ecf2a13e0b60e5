"""Each result gets a user message of its own.

## What it does
Reports a user message with one result that is made in a loop over calls, inline or in a converter of stored messages.

## Why it is wrong
The request is accepted, and the model learns from its own history that calls are answered one at a time: it stops
calling tools in parallel.

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
        for call in calls:
            result = {"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)}
            history.append({"role": "user", "content": [result]})
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
- neighbouring messages are joined later
- the message is an event for a screen or a log

## Fix
Collects the results in the loop and appends them once after it. Where one message at a time is put into the history (in
a converter of stored messages, in a method that adds one result), the fix is unsafe: the result joins the last message
where that holds results. None where a function returns or yields one message at a time: who collects them has to join
neighbours.

## References
- https://platform.claude.com/docs/en/agents-and-tools/tool-use/parallel-tool-use
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "split-tool-results"


def check(story: Story) -> Iterator[Finding]:
    """Messages with one result that are made in a loop over calls or stored results."""
    left = {id(a.loop_node) for a in story.answers if a.picked is not None and a.loop_node is not None}
    for answer in story.answers:
        if answer.split is None or answer.merged:
            continue
        if id(answer.loop_node) in left:
            continue  # a loop that answers one call only: TLP201 says so
        message = "each result gets a user message of its own; the results of a turn belong in one"
        yield stated("TLP202", NAME, answer, message, Severity.WARNING, loss="split", span=answer.split)


RULE = Rule(
    code="TLP202",
    name=NAME,
    summary="Each result gets a user message of its own",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
