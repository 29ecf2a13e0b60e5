"""The client has no way for the deliberation of the provider that it talks to.

## What it does
Reports a client that is pointed at a provider whose deliberation it cannot return or send back, where tools are
handed to it: LangChain's `ChatOpenAI` with the address of a reasoning provider, an OpenAI client at Anthropic's or
xAI's chat completions, and `litellm.modify_params = True` beside requests with thinking and tools.

## Why it is wrong
However carefully the messages are kept, what the client left out of the response cannot go back with them. Some
providers refuse the next request, with others the model goes on without what it thought. `modify_params` repairs such
requests by switching thinking off, so that nobody hears of the loss.

## Example
```python
from openai import OpenAI

client = OpenAI(base_url="https://api.anthropic.com/v1/")


def ask(messages, tools):
    return client.chat.completions.create(
        model="claude-opus-4-7",
        messages=messages,
        tools=tools,
        extra_body={"thinking": {"type": "adaptive"}},
    )
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def ask(messages, tools):
    return client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, thinking={"type": "adaptive"}
    )
```

## When it is silent
- no tools are in sight, or the model is not in sight, does not reason or is not asked to
- the address is a setting, or one of a server that is not in the table
- the provider's own package (`ChatAnthropic`, `ChatDeepSeek`, `ChatOpenRouter`)

## Fix
None: another client has to be chosen.

## References
- https://platform.claude.com/docs/en/api/openai-sdk
- https://docs.litellm.ai/docs/reasoning_content
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "lossy-client"


def check(story: Story) -> Iterator[Finding]:
    """Clients that lose deliberation where tools are in sight."""
    for client in story.clients:
        message = f"{client.client} cannot carry the deliberation between calls: {client.why}"
        yield replace(stated("TLP408", NAME, client, message, Severity.WARNING), effect=client.effect)


RULE = Rule(
    code="TLP408",
    name=NAME,
    summary="The client has no way for the deliberation of the provider that it talks to",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
)
