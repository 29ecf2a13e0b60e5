"""A hand-written reader of stream events drops the deliberation of the turn that it builds.

## What it does
Reports a reader of stream events that keeps the text and the calls of a turn and has no place for `signature_delta`
(or for all of the thinking), or for the blocks that come whole with their start. In Chat Completions: a reader of
chunks that gathers `delta.content` and `delta.tool_calls` and no reasoning, for an endpoint that needs it back (the
evidence is that of TLP107), and hands them on in a type of its own.

## Why it is wrong
With thinking enabled the provider refuses the turn that was built, or it accepts it in silence and the model has lost
its own reasoning.

## Example
```python
import json

import anthropic

client = anthropic.Anthropic()


def stream_turn(messages, tools):
    blocks = {}
    with client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, stream=True
    ) as events:
        for event in events:
            if event.type == "content_block_start":
                blocks[event.index] = event.content_block.to_dict()
            elif event.type == "content_block_delta":
                block, delta = blocks[event.index], event.delta
                if delta.type == "text_delta":
                    block["text"] += delta.text
                elif delta.type == "thinking_delta":
                    block["thinking"] += delta.thinking
                elif delta.type == "input_json_delta":
                    block["input"] = (block["input"] or "") + delta.partial_json
    for block in blocks.values():
        if block["type"] == "tool_use":
            block["input"] = json.loads(block["input"] or "{}")
    return list(blocks.values())
```

## Use instead
```python
import anthropic

client = anthropic.Anthropic()


def stream_turn(messages, tools):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        for event in stream:
            if event.type == "text":
                print(event.text, end="")
        return stream.get_final_message().content
```

## When it is silent
- the SDK accumulates the turn as well (`get_final_message()`, `current_message_snapshot`): the reader is for the screen
- the reader keeps no calls, or no text: plain chat, structured output
- the message that is made of the pieces by the reader's side has no such field either: TLP107 says so
- events, deltas or blocks are passed on whole
- warning only: the model in sight does not reason, or the request switches thinking off

## Fix
Adds the missing branches where the reader keeps the blocks as they start; or replays the SDK's final message where its
stream helper is in reach. None where the reader's result has no field for deliberation.

## References
- https://platform.claude.com/docs/en/build-with-claude/streaming
- https://platform.claude.com/docs/en/build-with-claude/extended-thinking
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule, stated
from flake8_toolloop.rules.replays import names

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story

NAME = "lossy-stream-accumulator"


def check(story: Story) -> Iterator[Finding]:
    """Readers that let deliberation fall."""
    for read in story.stream_reads:
        message = f"the reader of this stream drops {names(read.lost)}: the turn that it builds goes back damaged"
        if read.shared is not None:
            message = f"`{read.shared}` takes the signatures of all blocks of the turn: only one of them can be right"
        elif read.unfinished is not None:
            message = f"a `{read.unfinished}` block is made without its text when only its signature comes"
        severity = Severity.ERROR
        if read.asleep is not None:
            severity, message = Severity.WARNING, f"{message} (asleep: {read.asleep})"
        yield stated("TLP502", NAME, read, message, severity, loss="lost")


RULE = Rule(
    code="TLP502",
    name=NAME,
    summary="A hand-written reader of stream events drops deliberation",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
    fixable=True,
)
