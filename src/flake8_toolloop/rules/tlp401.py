"""Deliberation is removed from stored turns while a cycle may be open.

## What it does
Reports a filter over the messages of a history that lets `thinking` or `redacted_thinking` fall from stored turns, in
place or in a copy that is sent, between the requests of one cycle.

## Why it is wrong
Until the final answer the deliberation of all turns of the cycle has to go back. Without it the next request is
refused, or the model goes on without what it thought: the last turn alone is not enough where the cycle has several.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def lean(history):
    for message in history:
        if message["role"] == "assistant":
            message["content"] = [b for b in message["content"] if b.type != "thinking"]
    return history


def loop(history, tools, run):
    while True:
        messages = lean(history)
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
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
- only closed cycles are touched: after the final answer, before a new question, up to the last question
- a copy is counted, logged, summarised or shown
- it is done for another provider or model, or in a second try after a refusal

## Fix
None: where the filter may stand is for the author to decide.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "stripped-open-cycle"


def check(story: Story) -> Iterator[Finding]:
    """Filters over stored turns whose result is sent while a cycle may be open."""
    for strip in story.stripped:
        if not strip.cycle_open or strip.closed_only or strip.switched:
            continue
        if strip.unsigned:
            message = "deliberation without a signature is dropped from stored turns, those of the open cycle included"
            yield stated("TLP401", NAME, strip, message, Severity.WARNING, loss="lost")
        else:
            kinds = " and ".join(f"`{kind}`" for kind in strip.kinds)
            what = "" if strip.dialect.whole_message else " blocks"
            message = f"{kinds}{what} are removed from stored turns, those of the open cycle included"
            yield stated("TLP401", NAME, strip, message, Severity.ERROR, loss="lost")


RULE = Rule(
    code="TLP401",
    name=NAME,
    summary="Deliberation is removed from stored turns while a cycle may be open",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
)
