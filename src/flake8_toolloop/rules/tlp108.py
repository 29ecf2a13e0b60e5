"""A test on its text drops deliberation that is signed and empty.

## What it does
Reports `if block.thinking:` and its like between a received block and the history.

## Why it is wrong
Newer models omit the text of their thinking by default: the block comes with an empty text and a signature that
carries the reasoning. Empty is a value; it has to go back.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        kept = [b for b in reply.content if b.type != "thinking" or b.thinking]
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
- what is dropped has no signature either
- the test chooses what is shown

## Fix
Replays the unit; takes the test out where the blocks are copied into the message.

## References
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule
from flake8_toolloop.rules.replays import found, losses, names

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "falsy-deliberation-dropped"


def check(story: Story) -> Iterator[Finding]:
    """Replays that lose signed deliberation only where its text is empty."""
    for replay, loss in losses(story, "TLP108"):
        message = f"a {names(loss.lost)} block with empty text and a good signature is dropped here"
        yield found(replay, loss, NAME, message, span=replay.gate)


RULE = Rule(
    code="TLP108",
    name=NAME,
    summary="A test on its text drops deliberation that is signed and empty",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
