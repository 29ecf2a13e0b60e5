"""A turn that the provider paused is taken for the final answer.

## What it does
Reports the test that ends a tool loop on every turn without calls of the client's, where the request offers tools
that the provider runs itself (web search, web fetch, code execution, MCP servers) or pauses after a compaction.

## Why it is wrong
Such a turn can stop with `pause_turn` (or `compaction`): it is not finished, and goes on when it is sent back as it
is. A loop that takes it for the answer returns the words that stand before the search.

## Example
```python
import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def answer(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def answer(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason == "pause_turn":
            continue
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
```

## When it is silent
- nothing in sight says that a turn of the request can be paused
- the file asks for `pause_turn` somewhere
- a test on the way to the loop's end depends on something else
- what ends the loop makes a request itself, or raises

## Fix
None: what has to go back, and how often, is the program's to say.

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

NAME = "paused-turn-taken-as-final"


def check(story: Story) -> Iterator[Finding]:
    """Loops that end on a turn that has to be sent again."""
    for request in story.requests:
        if request.ends is None:
            continue
        message = (
            f"a turn that stops with `{request.pauses}` ends the loop here, "
            f"and {request.paused_by} can pause it: send it again to go on"
        )
        yield stated("TLP110", NAME, request, message, Severity.WARNING, loss="paused", span=request.ends)


RULE = Rule(
    code="TLP110",
    name=NAME,
    summary="A turn that the provider paused is taken for the final answer",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
)
