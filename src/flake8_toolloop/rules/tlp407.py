"""Thinking is on for one request of a cycle and off for another.

## What it does
Reports a `thinking` setting that depends on the round of a tool loop, and a request that carries on the cycle of
another one without the setting that the other had.

## Why it is wrong
One turn has one thinking mode, and a turn goes on until its last call is answered. A request in the middle of it that
says something else is not refused: thinking is switched off for it in silence, just where the results have come in.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def ask(history, tools, answer):
    first = client.messages.create(
        model="claude-opus-4-7",
        max_tokens=4096,
        messages=history,
        tools=tools,
        thinking={"type": "adaptive"},
    )
    history.append({"role": "assistant", "content": first.content})
    history.append({"role": "user", "content": [answer(b) for b in first.content if b.type == "tool_use"]})
    return client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def ask(history, tools, answer):
    first = client.messages.create(
        model="claude-opus-4-7",
        max_tokens=4096,
        messages=history,
        tools=tools,
        thinking={"type": "adaptive"},
    )
    history.append({"role": "assistant", "content": first.content})
    history.append({"role": "user", "content": [answer(b) for b in first.content if b.type == "tool_use"]})
    return client.messages.create(
        model="claude-opus-4-7",
        max_tokens=4096,
        messages=history,
        tools=tools,
        thinking={"type": "adaptive"},
    )
```

## When it is silent
- the setting depends on the model, an option or an argument: it is the same for the whole cycle
- the setting is changed while an exception is handled: the request with it was refused
- the two requests go to different models, or have different histories
- the fields of a request are out of sight

## Fix
None.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "thinking-toggled-in-cycle"


def check(story: Story) -> Iterator[Finding]:
    """Settings of deliberation that differ between the requests of a cycle."""
    for request in story.requests:
        for change in request.switched:
            message = f"{change.what} is not the same for all requests of a cycle: {change.why}"
            finding = stated("TLP407", NAME, request, message, Severity.WARNING, loss="toggled", span=change.span)
            yield replace(finding, confidence=change.evidence.confidence, related=change.evidence.related)


RULE = Rule(
    code="TLP407",
    name=NAME,
    summary="Thinking is on for one request of a cycle and off for another",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
