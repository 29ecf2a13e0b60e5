"""What stands before the turn is not the same for each request of a cycle.

## What it does
Reports what a tool loop sends differently each time before the turn that it goes on with: a clock, chance or the
number of the round in the system text or the tools, tools that are added or left out, a message that only one request
sees, a change of the first message.

## Why it is wrong
Newer models (Fable 5.1, Opus 5.5, Sonnet 5.5, Haiku 5.5 and later) bind their thinking to all that stood before it:
system text, tools and every earlier message. For accounts created since 2026-08-31 the next request is refused where
one of them has changed. Every provider loses its cache as well.

## Example
```python
import datetime

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    while True:
        reply = client.messages.create(
            model="claude-opus-5-5",
            max_tokens=4096,
            system=f"You are a clerk. It is {datetime.datetime.now().isoformat()}.",
            messages=history,
            tools=tools,
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
```

## Use instead
```python
import datetime

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer):
    system = f"You are a clerk. It is {datetime.datetime.now().isoformat()}."
    while True:
        reply = client.messages.create(
            model="claude-opus-5-5",
            max_tokens=4096,
            system=system,
            messages=history,
            tools=tools,
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
```

## When it is silent
- the models in sight are older ones; where no model is in sight, deliberation has to be switched on in the request
- the value is computed before the loop, or kept in a cache
- only the day of a point in time is used
- what is called is out of sight: it may give the same each time
- `cache_control` moves
- the history begins anew in each round
- the change is made while an exception is handled

## Fix
None: the text belongs before the loop, or at the end of the history.

## References
- https://platform.claude.com/docs/en/build-with-claude/preserved-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Confidence, Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "rewritten-prefix"


def check(story: Story) -> Iterator[Finding]:
    """What changes between the requests of a cycle, for models that have it checked or may have."""
    for request in story.requests:
        checked = [m.startswith(request.dialect.prefix_checked) for m in request.models]
        if (request.models and not any(checked)) or (not request.models and request.deliberates is not True):
            continue
        for change in request.rewritten:
            message = f"{change.what} differs between the requests of a cycle: {change.why}"
            finding = stated("TLP406", NAME, request, message, Severity.WARNING, loss="prefix", span=change.span)
            confidence = change.evidence.confidence if checked else Confidence.POSSIBLE
            yield replace(finding, confidence=confidence, related=change.evidence.related)


RULE = Rule(
    code="TLP406",
    name=NAME,
    summary="What stands before the turn is not the same for each request of a cycle",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
