"""Calls of a turn that was cut off or refused are run.

## What it does
Reports a test of the stop reason that lets a turn through that ended with `max_tokens` or `refusal`, where its calls
are run after it; and loops that run the calls they find in the content in a file that asks nowhere why a turn ended.

## Why it is wrong
A turn that reached its limit may end in the middle of a call: its input is incomplete, and what comes after it was
never said. A tool that runs on half of its input does something that nobody asked for.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason not in ("tool_use", "max_tokens"):
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        calls = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
```

## When it is silent
- a test on the way to the calls shuts such turns out, or is not understood
- the file compares something with `max_tokens` or `refusal` elsewhere, or (without a test on the way) reads the stop
  reason at all
- what is made for the calls is an error result

## Fix
None: whether to ask again with a higher limit or to give up is the program's to say.

## References
- https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "truncated-turn-executed"


def check(story: Story) -> Iterator[Finding]:
    """Requests whose turns are acted on although they were cut off."""
    for request in story.requests:
        if request.runs_cut is None:
            continue
        if request.runs_how:
            message = f"a turn that stops with `{request.runs_how}` comes through here, and its calls are run"
        else:
            message = "calls are run without a look at why the turn ended: it may have been cut off"
        yield stated("TLP208", NAME, request, message, Severity.WARNING, loss="cut", span=request.runs_cut)


RULE = Rule(
    code="TLP208",
    name=NAME,
    summary="Calls of a turn that was cut off or refused are run",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
