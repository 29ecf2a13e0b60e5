"""Deliberation is made by hand from something that the model did not say.

## What it does
Reports a thinking block that is sent and whose text or signature is a constant, generated, or another provider's.

## Why it is wrong
Signatures bind the text to the turn. A block that the model did not write is refused, or steers it with thoughts that
it never had.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        thought = {"type": "thinking", "thinking": "I will look it up.", "signature": "placeholder"}
        history.append({"role": "assistant", "content": [thought, *reply.content]})
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
- tests and fixtures, few-shot examples made of constants
- what is only shown

## Fix
None: what the model thought cannot be written by anybody else. Send back what was received, or nothing.

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

NAME = "forged-deliberation"


def check(story: Story) -> Iterator[Finding]:
    """Deliberation blocks that cannot be the model's."""
    for block in story.deliberations:
        if block.forged is None:
            continue
        what = "" if block.dialect.whole_message else " block"
        message = f"a `{block.kind}`{what} is made up: {block.forged}"
        yield stated("TLP301", NAME, block, message, Severity.ERROR, loss="signature")


RULE = Rule(
    code="TLP301",
    name=NAME,
    summary="Deliberation is made by hand from something that the model did not say",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=False,
)
