"""Closed cycles keep deliberation that the provider strips from every request.

## What it does
Reports the user message that begins the next turn of a conversation where every turn before it is kept whole, with
its thinking, for a model of which the provider itself strips the thinking of closed cycles: Claude Sonnet up to 4.5,
Opus up to 4.1, Haiku up to 4.5.

## Why it is wrong
Nothing is rejected and nothing is lost, for the provider takes the thinking of closed cycles out itself. But until it
does, all of it is sent again with every request, and read by nobody: in a long conversation that is most of what is
sent. Once the next user message comes, it may be left out. While a cycle is open it may not.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def chat(tools, answer):
    history = []
    while question := input("> "):
        history.append({"role": "user", "content": question})
        while True:
            reply = client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=4096,
                messages=history,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 2000},
            )
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def chat(tools, answer):
    history = []
    while question := input("> "):
        history.append({"role": "user", "content": question})
        while True:
            reply = client.beta.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=4096,
                messages=history,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 2000},
                betas=["context-management-2025-06-27"],
                context_management={"edits": [{"type": "clear_thinking_20251015"}]},
            )
            history.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
```

## When it is silent
- models that keep thinking in their context (Opus from 4.5, Sonnet from 4.6, Fable, Mythos), and models out of sight
- deliberation is not switched on in the request
- the loop over the user's turns is not in sight
- the history is cut, edited or handed to a function there, or edited by the server

## Fix
None.

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

NAME = "deliberation-carried-on"


def check(story: Story) -> Iterator[Finding]:
    """Conversations with a model that never sees the deliberation of its closed cycles."""
    for request in story.requests:
        if request.carried_on is not None:
            message = (
                f"the conversation keeps the thinking of closed cycles, and `{request.models[0]}` never sees it again"
            )
            yield stated("TLP409", NAME, request, message, Severity.NOTE, loss="carried", span=request.carried_on)


RULE = Rule(
    code="TLP409",
    name=NAME,
    summary="Closed cycles keep deliberation that the provider strips from every request",
    severity=Severity.NOTE,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
