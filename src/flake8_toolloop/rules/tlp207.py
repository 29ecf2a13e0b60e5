"""A path answers a call twice.

## What it does
Walks the loop over calls and reports where a call that has a result already gets another one: a handler that adds the
error and goes on to where the output is added, each try of a retry, `finally`.

## Why it is wrong
Each call takes one result. A second one is a refused request.

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
        results = []
        for call in calls:
            output = ""
            try:
                output = run(call.name, call.input)
            except Exception as error:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": str(error), "is_error": True})
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
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
        results = []
        for call in calls:
            try:
                output = run(call.name, call.input)
            except Exception as error:
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": str(error), "is_error": True})
                continue
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
        history.append({"role": "user", "content": results})
```

## When it is silent
- the first path leaves: `continue`, `break`, `raise`, `else`
- the second result stands under a test that may know of the first
- the two go into different lists

## Fix
None: which of the two is meant is for the author to say.

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

NAME = "duplicated-tool-result"


def check(story: Story) -> Iterator[Finding]:
    """Second results of a call."""
    for event in story.twice:
        message = "a path that has answered this call answers it here once more"
        yield stated("TLP207", NAME, event, message, Severity.ERROR, loss="twice")


RULE = Rule(
    code="TLP207",
    name=NAME,
    summary="A path answers a call twice",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
