"""What a broken-off stream had brought is replayed, unfinished thinking and all.

## What it does
Reports an assistant message that is made of what a stream had brought by the time it broke off: in the handler of its
error, at last, or behind a handler that goes on. For the strict persona.

## Why it is wrong
A thinking block gets its signature with its last delta. One that was cut off has none and cannot go back: the next
request is refused. A call that was cut off has no arguments that fit.

## Example
```python
import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        try:
            for text in stream.text_stream:
                print(text, end="")
        except KeyboardInterrupt:
            pass
    messages.append({"role": "assistant", "content": stream.current_message_snapshot.content})
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def turn(messages, tools):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        said = ""
        try:
            for text in stream.text_stream:
                said += text
        except KeyboardInterrupt:
            messages.append({"role": "assistant", "content": said or "(interrupted)"})
            return
    messages.append({"role": "assistant", "content": stream.get_final_message().content})
```

## When it is silent
- the handler raises or leaves, so that only finished turns are replayed
- only text is replayed, or blocks are chosen on the way
- the function asks whether the stream was broken, or looks for signatures

## Fix
None: what should be said about the interruption is for the project to say.

## References
- https://platform.claude.com/docs/en/build-with-claude/streaming
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "partial-stream-replayed"


def check(story: Story) -> Iterator[Finding]:
    """Replays of streams that broke off."""
    for broken in story.broken:
        message = "what the stream had brought when it broke off is replayed: unfinished thinking has no signature"
        yield stated("TLP503", NAME, broken, message, Severity.WARNING, loss="unsigned")


RULE = Rule(
    code="TLP503",
    name=NAME,
    summary="What a broken-off stream had brought is replayed, unfinished thinking and all",
    severity=Severity.WARNING,
    doc=__doc__ or "",
    check=check,
    strict=True,
)
